// Turning the pages of a list.

import { h, icon } from "../dom.js";
import { t } from "../i18n.js";

/**
 * The buttons below a list; null where it has one page.
 * @param {{ page: number, shown: number, total: number, page_size: number, turn: (page: number) => void }} what
 */
export function pager({ page, shown, total, page_size, turn }) {
  const last = Math.ceil(total / page_size);
  if (last <= 1) return null;
  const from = (page - 1) * page_size + 1;
  return h(
    "nav",
    { class: "pager", "aria-label": t("games.pages") },
    h(
      "button",
      {
        class: "button",
        type: "button",
        dataset: { key: "newer" },
        disabled: page <= 1,
        onclick: () => turn(page - 1),
      },
      icon("chevron-left"),
      t("games.previous"),
    ),
    h("span", { class: "soft small" }, t("games.page", { from, to: from + shown - 1, total })),
    h(
      "button",
      {
        class: "button",
        type: "button",
        dataset: { key: "older" },
        disabled: page >= last,
        onclick: () => turn(page + 1),
      },
      t("games.next"),
      icon("chevron-right"),
    ),
  );
}
