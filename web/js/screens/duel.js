// Two algorithms on the same positions with the same budget: what each of them saw.

import { here, replaceAddress } from "../address.js";
import { announce } from "../announce.js";
import { catalog, gameInfo } from "../api.js";
import { field, segments, select, switchBox } from "../controls.js";
import { fill, h, icon, loadStyles } from "../dom.js";
import { loadWords, number, t } from "../i18n.js";
import { navigate } from "../main.js";
import { gameTitle } from "../names.js";

/** @typedef {import("../../types/api").DuelEvent} DuelEvent */

/** The budgets and their usual values. @type {Record<string, { key: string, value: number, most: number }>} */
const BUDGETS = {
  depth: { key: "depth", value: 4, most: 30 },
  nodes: { key: "nodes", value: 5000, most: 2000000 },
  time: { key: "time_ms", value: 200, most: 2000 },
};
const MOST_POSITIONS = 40;

/** @param {HTMLElement} root @param {Record<string, string>} params */
export async function show(root, { game: id = "" }) {
  await Promise.all([loadWords("lens"), loadWords("explore"), loadStyles("explore"), loadStyles("lens")]);
  const { games, lesson_games } = await catalog();
  const [game, { playerChoice, usualSpec }, { DuelTable }, { listen }] = await Promise.all([
    gameInfo(id),
    import("../explorer/choice.js"),
    import("../lens/duel-table.js"),
    import("../analysis-board/stream.js"),
  ]);
  const address = new URLSearchParams(here().search);
  /** @type {[string, string]} */
  const specs = [address.get("a") || usualSpec("plain"), address.get("b") || usualSpec("ucb1")];
  let budget = address.get("budget") ?? "nodes";
  if (!(budget in BUDGETS)) budget = "nodes";
  let value = Number(address.get("value")) || BUDGETS[budget].value;
  let own = address.has("positions");
  let count = Number(address.get("count")) || 8;
  /** @type {AbortController | null} */
  let running = null;

  const table = new DuelTable(game);
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const told = h("p", { role: "status" });
  const summary = h("div", { class: "duel-summary" });
  const number_ = (/** @type {number} */ start, /** @type {number} */ most, /** @type {(n: number) => void} */ take) => {
    const input = h("input", { class: "input", type: "number", min: 1, max: most, value: String(start) });
    input.addEventListener("change", () => take(Math.max(1, Math.min(most, Math.round(Number(input.value)) || 1))));
    return input;
  };
  const amount = h("div", null);
  const drawAmount = () => fill(amount, field(t("duel.budget.value"), number_(value, BUDGETS[budget].most, (n) => (value = n))));
  const text = h("textarea", { class: "input code", spellcheck: "false", value: address.get("positions") ?? "" });
  const positions = h("div", null);
  const drawPositions = () =>
    fill(positions, own ? field(t("duel.own"), text, t("duel.own.hint")) : field(t("duel.count"), number_(count, MOST_POSITIONS, (n) => (count = n))));

  const remember = () => {
    const wanted = new URLSearchParams({ a: specs[0], b: specs[1], budget, value: String(value) });
    if (own) wanted.set("positions", text.value);
    else wanted.set("count", String(count));
    replaceAddress(`${here().pathname}?${wanted}`);
  };
  const run = async () => {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    remember();
    problem.hidden = true;
    table.specs = [...specs];
    table.clear();
    fill(summary);
    copies.hidden = true;
    const wish = { game: game.id, players: specs, ...(own ? { positions: text.value } : { count, seed: 1 }), [BUDGETS[budget].key]: value };
    try {
      await listen("/api/duel", wish, take, mine.signal);
      if (running === mine) finish();
    } catch (error) {
      if (mine.signal.aborted) return;
      problem.textContent = /** @type {Error} */ (error).message;
      problem.hidden = false;
      told.textContent = "";
    }
  };
  const take = (/** @type {DuelEvent} */ { total, row }) => {
    if (!row) return;
    table.add(row);
    told.textContent = t("duel.told", { n: number(table.rows.length), total: number(total) });
  };
  const finish = () => {
    const lines = table.summary();
    fill(summary, ...lines.map((line) => h("p", null, line)));
    copies.hidden = table.rows.length === 0;
    if (lines[0]) announce(lines[0]);
  };
  const copy = (/** @type {string} */ name, /** @type {() => string} */ text_) =>
    h("button", { type: "button", class: "button", dataset: { copy: name }, onclick: async () => {
      await navigator.clipboard.writeText(text_());
      announce(t("duel.copied"));
      told.textContent = t("duel.copied");
    } }, icon("copy"), t(`duel.${name}`));
  const copies = h("div", { class: "duel-keys", hidden: true }, copy("csv", () => table.csv()), copy("markdown", () => table.markdown()),
    switchBox(t("duel.only_differences"), false, (on) => {
      table.onlyDifferences = on;
      table.draw();
    }));

  const choice = (/** @type {0 | 1} */ index, /** @type {string} */ legend) =>
    playerChoice({ legend, spec: specs[index], onchange: (spec) => (specs[index] = spec) });
  const budgets = segments({
    legend: t("duel.budget"),
    value: budget,
    options: Object.keys(BUDGETS).map((name) => ({ value: name, label: t(`duel.budget.${name}`) })),
    onchange: (name) => {
      budget = name;
      value = BUDGETS[name].value;
      drawAmount();
    },
  });
  const source = segments({
    legend: t("duel.positions"),
    value: own ? "own" : "openings",
    options: ["openings", "own"].map((name) => ({ value: name, label: t(`duel.positions.${name}`) })),
    onchange: (name) => {
      own = name === "own";
      drawPositions();
    },
  });
  drawAmount();
  drawPositions();
  root.append(
    h(
      "div",
      { class: "page explore duel" },
      h("div", { class: "page-head" }, h("h1", null, t("duel.title", { game: gameTitle(game) })), h("p", { class: "lead" }, t("duel.lead"))),
      field(t("explore.game"), select(
        [...games, ...lesson_games].map((one) => ({ value: one.id, label: gameTitle(one) })),
        game.id,
        (next) => navigate(`/duel/${encodeURIComponent(next)}`),
      )),
      h("div", { class: "duel-players" }, choice(0, t("duel.first")), choice(1, t("duel.second"))),
      h("div", { class: "duel-options" }, budgets, amount, source, positions),
      h(
        "div",
        { class: "duel-keys" },
        h("button", { type: "button", class: "button primary", dataset: { name: "run" }, onclick: () => void run() }, icon("play"), t("duel.run")),
        h("button", { type: "button", class: "button", onclick: () => running?.abort() }, t("duel.stop")),
      ),
      problem,
      told,
      summary,
      copies,
      table.element,
      h("p", { class: "hint" }, t("duel.value.hint")),
    ),
  );
  return () => running?.abort();
}
