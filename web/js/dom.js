// Making elements: the page has no templates, only this.

import { asset, href as link } from "./address.js";
import icons from "../icons/icons.js";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, any>} Props */

/**
 * Makes an element. `class` and every other attribute go in as they are named in HTML; `on…` adds a listener;
 * `dataset` fills data attributes; a `true` sets an empty attribute, `false`, `null` and `undefined` leave it out.
 * Of the properties that attributes cannot carry, `value`, `checked`, `shape`, `board` and the like are set on the element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) setProp(element, name, value);
  append(element, children);
  return element;
}

/** Properties that live on the element rather than in an attribute. */
const LIVE = new Set(["value", "checked", "selected", "disabled", "textContent", "indeterminate"]);

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {any} value
 */
function setProp(element, name, value) {
  if (value === null || value === undefined || (value === false && !LIVE.has(name))) return;
  if (name.startsWith("on") && typeof value === "function") {
    element.addEventListener(name.slice(2).toLowerCase(), value);
  } else if (name === "dataset") {
    Object.assign(element.dataset, value);
  } else if (LIVE.has(name) || typeof value === "object") {
    /** @type {any} */ (element)[name] = value;
  } else {
    const isLink = name === "href" && element.localName === "a";
    element.setAttribute(name, value === true ? "" : isLink ? link(String(value)) : String(value));
  }
}

/**
 * Adds children; nothing, `false` and empty values are left out.
 * @param {Element} parent
 * @param {(Child | Child[])[]} children
 */
export function append(parent, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Puts these children in the place of all that were there.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
}

/** @type {Map<string, SVGSVGElement>} */
const drawn = new Map();

/**
 * A line icon, hidden from assistive technology: the text beside it, or the label of its button, says it.
 * @param {string} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  let svg = drawn.get(name);
  if (!svg) {
    svg = drawIcon(icons[name] ?? "");
    drawn.set(name, svg);
  }
  return /** @type {SVGSVGElement} */ (svg.cloneNode(true));
}

/**
 * @param {string} inside
 * @returns {SVGSVGElement}
 */
function drawIcon(inside) {
  const frame =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" class="icon" aria-hidden="true" focusable="false" ' +
    'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">';
  const parsed = new DOMParser().parseFromString(`${frame}${inside}</svg>`, "image/svg+xml");
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed.documentElement, true)));
}

/**
 * Words with `code` and **strong** in them, as nodes.
 * @param {string} words
 * @returns {Child[]}
 */
export function richText(words) {
  return words.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece) => {
    if (piece.length > 2 && piece.startsWith("`")) return h("code", null, piece.slice(1, -1));
    return piece.length > 4 && piece.startsWith("**") ? h("strong", null, piece.slice(2, -2)) : piece;
  });
}

/**
 * Loads a style sheet of a screen that is loaded on demand, once.
 * @param {string} name of a file in `css`, without its ending
 * @returns {Promise<void>}
 */
export function loadStyles(name) {
  const href = asset(`css/${name}.css`);
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    const link = h("link", { rel: "stylesheet", href, onload: () => resolve(), onerror: () => resolve() });
    document.head.append(link);
  });
}

let lastId = 0;

/**
 * An id for an element that a label or a description points at.
 * @param {string} prefix
 */
export function freshId(prefix) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}
