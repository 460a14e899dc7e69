// The tree explorer: how a search of a position went, node by node, for one player or two side by side.

import { here, replaceAddress } from "../address.js";
import { api, catalog, gameInfo } from "../api.js";
import { field, select, switchBox } from "../controls.js";
import { fill, h, icon, loadStyles } from "../dom.js";
import { loadWords, number, t } from "../i18n.js";
import { navigate } from "../main.js";
import { gameTitle } from "../names.js";

/** @typedef {import("../../types/api").GameInfo} GameInfo @typedef {import("../../types/api").Trace} Trace */
/** @typedef {import("../explorer/pane.js").Pane} Pane */

/** The most events that the server tells. */
const EVENTS = 40000;

/** @param {HTMLElement} root @param {Record<string, string>} params */
export async function show(root, { game: id = "" }) {
  await Promise.all([loadWords("explore"), loadStyles("explore")]);
  const { games, lesson_games } = await catalog();
  const [game, { Pane }, { Film }, { playerChoice, usualSpec }, { SearchTree }] = await Promise.all([
    gameInfo(id),
    import("../explorer/pane.js"),
    import("../explorer/film.js"),
    import("../explorer/choice.js"),
    import("../explorer/tree.js"),
  ]);
  const address = new URLSearchParams(here().search);
  const specs = [address.get("a") || usualSpec("minimax"), address.has("b") ? (address.get("b") ?? "") : usualSpec("plain")];
  let position = address.get("position") ?? "";
  let [follows, turn] = [true, 0];

  let panes = [new Pane(game, t("explore.first_player")), new Pane(game, t("explore.second_player"))];
  const film = new Film({
    onchange: ({ stepped }) => {
      const goes = follows && (stepped || film.playing);
      for (const pane of panes) pane.setTime(film.time, { stepped: stepped && pane === panes[0], follows: goes });
    },
  });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const trees = h("div", { class: "explore-panes" });

  /** @param {import("../explorer/pane.js").Pane[]} shown @param {import("../explorer/tree.js").SearchTree[]} found */
  const load = (shown, found) => {
    problem.hidden = true;
    fill(trees, ...shown.map((pane) => pane.element));
    shown.forEach((pane, index) => pane.load(found[index]));
    const longest = Math.max(...shown.map((pane) => pane.length));
    film.load(longest, longest);
  };
  /** @param {unknown} error */
  const refuse = (error) => {
    problem.textContent = /** @type {Error} */ (error).message;
    problem.hidden = false;
  };

  const remember = () => {
    const wanted = new URLSearchParams();
    if (position) wanted.set("position", position);
    wanted.set("a", specs[0]);
    wanted.set("b", specs[1]);
    replaceAddress(`${here().pathname}?${wanted}`);
  };

  const search = async () => {
    turn += 1;
    const mine = turn;
    remember();
    trees.toggleAttribute("data-busy", true);
    const shown = panes.filter((_, index) => specs[index] !== "");
    try {
      const traces = await Promise.all(specs.filter(Boolean).map((spec) => ask(game, position, spec)));
      if (mine === turn) load(shown, traces.map((trace) => SearchTree.of(trace)));
    } catch (error) {
      if (mine === turn) refuse(error);
    } finally {
      if (mine === turn) trees.removeAttribute("data-busy");
    }
  };

  /** A trace file takes the place of both players, whatever its game is. @param {File} file */
  const openFile = async (file) => {
    turn += 1;
    const mine = turn;
    film.pause();
    reading.abort();
    reading = new AbortController();
    const { openTrace } = await import("../explorer/trace-file.js");
    const told = (/** @type {number} */ share) => (fileState.textContent = t("explore.file.reading", { share: percentOf(share) }));
    told(0);
    try {
      const found = await openTrace(file, told, reading.signal);
      if (mine !== turn) return;
      for (const pane of panes) pane.stop();
      panes = [new Pane(found.game, `${file.name}: ${found.tree.trace.spec}`)];
      load(panes, [found.tree]);
      fileState.textContent = t("explore.file.done", { events: number(found.tree.length), file: file.name });
    } catch (error) {
      fileState.textContent = "";
      if (mine === turn) refuse(error);
    }
  };
  let reading = new AbortController();
  const fileState = h("p", { class: "hint", role: "status" });
  const fileInput = h("input", { type: "file", accept: ".jsonl,.json,.ndjson", class: "input" });
  fileInput.addEventListener("change", () => fileInput.files?.[0] && void openFile(fileInput.files[0]));

  const choice = (/** @type {number} */ index, /** @type {string} */ legend) =>
    playerChoice({
      legend,
      spec: specs[index],
      onchange: (spec) => {
        specs[index] = spec;
        search();
      },
    });
  const second = h("div", { class: "explore-second" });
  const drawSecond = () => fill(second, specs[1] === "" ? null : choice(1, t("explore.second_player")));
  drawSecond();
  const both = switchBox(t("explore.both"), specs[1] !== "", (on) => {
    specs[1] = on ? usualSpec("plain") : "";
    drawSecond();
    search();
  });
  const place = positionField(position, (text) => {
    position = text;
    search();
  });
  const page = h("div", { class: "page explore" });
  dropFiles(page, (file) => void openFile(file));
  root.append(page);
  page.append(
      h(
        "div",
        { class: "page-head" },
        h("h1", null, t("explore.title", { game: gameTitle(game) })),
        h("p", { class: "lead" }, t("explore.lead")),
        h("p", { class: "button-row" }, h("a", { class: "button small", href: `/lens/${game.id}` }, t("title.lens")), h("a", { class: "button small", href: `/duel/${game.id}` }, t("title.duel"))),
      ),
      h("div", { class: "explore-choices" }, choice(0, t("explore.first_player")), second),
      h(
        "div",
        { class: "explore-options" },
        field(
          t("explore.game"),
          select(
            [...lesson_games, ...games].map((one) => ({ value: one.id, label: gameTitle(one) })),
            game.id,
            (chosen) => navigate(`/explore/${encodeURIComponent(chosen)}`),
          ),
        ),
        both,
        switchBox(t("explore.follow"), follows, (on) => (follows = on)),
        h("details", null, h("summary", null, t("explore.position")), place),
        h(
          "details",
          null,
          h("summary", null, t("explore.file")),
          h("div", { class: "explore-file" }, field(t("explore.file.label"), fileInput, t("explore.file.hint")), fileState),
        ),
      ),
      problem,
      film.element,
      legend(),
      trees,
  );
  await search();
  return () => {
    film.pause();
    reading.abort();
    for (const pane of panes) pane.stop();
  };
}

/** @param {number} share */
const percentOf = (share) => `${number(Math.min(100, Math.round(100 * share)))} %`;

/** @param {HTMLElement} page @param {(file: File) => void} take */
function dropFiles(page, take) {
  const shows = (/** @type {boolean} */ on) => page.toggleAttribute("data-dropping", on);
  page.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    shows(true);
  });
  page.addEventListener("dragleave", () => shows(false));
  page.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    shows(false);
    if (!file) return;
    event.preventDefault();
    take(file);
  });
}

/** @param {GameInfo} game @param {string} position @param {string} spec @returns {Promise<Trace>} */
function ask(game, position, spec) {
  return api.post("/api/trace", { game: game.id, ...(position ? { position } : {}), spec, events: EVENTS });
}

/** @param {string} position @param {(text: string) => void} onchange */
function positionField(position, onchange) {
  const input = h("input", { class: "input code", type: "text", value: position, spellcheck: "false", autocomplete: "off" });
  input.addEventListener("change", () => onchange(input.value.trim()));
  return field(t("explore.position.label"), input, t("explore.position.hint"));
}

function legend() {
  const item = (/** @type {string} */ name) => h("li", null, h("span", { class: `explore-key ${name}` }), t(`explore.legend.${name}`));
  return h(
    "details",
    { class: "explore-legend" },
    h("summary", null, icon("info"), t("explore.legend")),
    h("ul", { role: "list" }, ["max", "min", "best", "cut", "pruned"].map(item)),
    h("p", { class: "hint" }, t("explore.legend.keys")),
  );
}
