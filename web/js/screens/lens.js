// The evaluation lens: what an evaluator sees in a position, drawn on the board.

import { here, replaceAddress } from "../address.js";
import { announce } from "../announce.js";
import { api, catalog, gameInfo } from "../api.js";
import { field, select } from "../controls.js";
import { fill, h, icon, loadStyles } from "../dom.js";
import { loadWords, t, text } from "../i18n.js";
import { navigate } from "../main.js";
import { gameTitle } from "../names.js";

/** @typedef {import("../../types/api").Evaluated} Evaluated @typedef {import("../../types/api").LinePosition} LinePosition */

/** @param {HTMLElement} root @param {Record<string, string>} params */
export async function show(root, { game: id = "" }) {
  await Promise.all([loadWords("lens"), loadWords("learn"), loadStyles("lessons"), loadStyles("lens")]);
  const { games, lesson_games } = await catalog();
  const [game, { LessonBoard }, { Program }, layers] = await Promise.all([
    gameInfo(id),
    import("../lessons/board.js"),
    import("../lessons/program.js"),
    import("../lens/layers.js"),
  ]);
  const address = new URLSearchParams(here().search);
  let evaluator = address.get("eval") ?? "best";
  let chosen = address.get("layer") ?? "";
  let position = address.get("position") ?? "";
  /** @type {Evaluated | null} */
  let evaluated = null;
  let turn = 0;

  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const score = h("p", { class: "lens-score", role: "status" });
  const terms = h("div", { class: "table-scroll", tabindex: "0", role: "group", "aria-label": t("lens.terms") });
  const said = h("p", { class: "lens-said" });
  const places = h("tbody", null);
  const asText = h(
    "details",
    null,
    h("summary", null, t("lens.as_text")),
    h("table", { class: "table small" }, h("caption", { class: "sr-only" }, t("lens.as_text")), h("tbody", null)),
  );
  asText.querySelector("tbody")?.replaceWith(places);

  const remember = () => {
    const wanted = new URLSearchParams({ eval: evaluator });
    if (position) wanted.set("position", position);
    if (chosen) wanted.set("layer", chosen);
    replaceAddress(`${here().pathname}?${wanted}`);
  };

  /** Draws the chosen layer, or the strongest one where this evaluator has none of that name. @param {{ speaks: boolean }} how */
  const draw = ({ speaks }) => {
    const layer = evaluated?.layers.find((one) => layers.layerName(one) === chosen) ?? layers.strongest(evaluated?.layers ?? []);
    if (layer) chosen = layers.layerName(layer);
    board.board.marks = layer ? layers.layerMarks(layer, game) : [];
    said.textContent = layer ? layers.layerSentence(layer, game) : evaluated ? t("lens.no_layers") : "";
    asText.hidden = layer === null;
    if (layer) layers.fillPlaces(places, layer, game);
    else fill(places);
    if (speaks) announce(said.textContent);
    remember();
  };

  const evaluate = async () => {
    turn += 1;
    const mine = turn;
    problem.hidden = true;
    const seen = board.seen;
    if (!seen) return;
    if (seen.outcome) {
      evaluated = null;
      score.textContent = text(seen.outcome.text);
      fill(terms);
      return draw({ speaks: false });
    }
    try {
      /** @type {Evaluated} */
      const answer = await api.post("/api/evaluate", { game: game.id, position: seen.position, eval: evaluator, layers: true });
      if (mine !== turn) return;
      evaluated = answer;
      draw({ speaks: false });
      const side = text(game.sides[0]);
      score.textContent = t("lens.score", { score: layers.signed(answer.score), side, chance: `${Math.round(100 * answer.chance)} %` });
      const onchoose = (/** @type {string} */ name) => {
        chosen = name;
        draw({ speaks: true });
      };
      fill(terms, layers.termsTable({ evaluated: answer, chosen, onchoose }));
    } catch (error) {
      if (mine !== turn) return;
      problem.textContent = /** @type {Error} */ (error).message;
      problem.hidden = false;
    }
  };

  const board = new LessonBoard(new Program(), game, position, (seen) => {
    position = seen.position === game.start.position ? "" : seen.position;
    void evaluate();
  });
  const evaluators = select(
    game.evaluators.map(({ name }) => ({ value: name, label: name })),
    evaluator,
    (name) => {
      evaluator = name;
      meaning.textContent = meaningOf(name);
      void evaluate();
    },
  );
  const meaningOf = (/** @type {string} */ name) => text(game.evaluators.find((one) => one.name === name)?.meaning);
  const meaning = h("p", { class: "hint" }, meaningOf(evaluator));
  const input = h("input", { class: "input code", type: "text", value: position, spellcheck: "false", autocomplete: "off" });
  input.addEventListener("change", () => void open(input.value.trim()));
  const open = async (/** @type {string} */ text_) => {
    try {
      await board.open(text_);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
      problem.hidden = false;
    }
  };
  root.append(
    h(
      "div",
      { class: "page lens" },
      h("div", { class: "page-head" }, h("h1", null, t("lens.title", { game: gameTitle(game) })), h("p", { class: "lead" }, t("lens.lead"))),
      h(
        "div",
        { class: "lens-options" },
        field(
          t("lens.game"),
          select(
            [...games, ...lesson_games].map((one) => ({ value: one.id, label: gameTitle(one) })),
            game.id,
            (next) => navigate(`/lens/${encodeURIComponent(next)}`),
          ),
        ),
        h("div", null, field(t("lens.evaluator"), evaluators), meaning),
        h("details", null, h("summary", null, t("lens.position")), field(t("lens.position.label"), input, t("lens.position.hint"))),
      ),
      problem,
      h("div", { class: "lens-two" }, h("div", null, board.element, legend(text(game.sides[0]), text(game.sides[1]))), h("div", { class: "lens-words" }, score, terms, said, asText)),
    ),
  );
  await open(position);
}

/** @param {string} first @param {string} second */
function legend(first, second) {
  return h(
    "ul",
    { class: "lens-legend", role: "list" },
    h("li", null, h("span", { class: "lens-key plus" }), t("lens.legend.plus", { side: first })),
    h("li", null, h("span", { class: "lens-key minus" }), t("lens.legend.minus", { side: second })),
    h("li", null, icon("info"), t("lens.legend.network")),
  );
}
