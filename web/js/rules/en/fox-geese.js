/** @type {import("../rules.js").RulesText} */
export default {
  lead: "A whole flock against one hungry fox, on a cross of 33 points.",
  sections: [
    {
      title: "Goal",
      parts: [
        "The geese want to hem in the fox until it cannot move. The fox wants to eat geese, or to break through to rank 1.",
        {
          diagrams: [
            ["start", "The start: the fox on d7, fifteen geese on ranks 1, 2 and 3 and on a4 and g4. The geese begin."],
          ],
        },
      ],
    },
    {
      title: "Moves of the geese",
      parts: [
        "A goose moves one step along a line to an empty point, forward (up, to a higher rank, straight or diagonally) or sideways, never back. Geese never capture.",
        {
          diagrams: [
            ["goose", "The ways of the goose on d4. It goes diagonally only from points that have diagonal lines."],
          ],
        },
      ],
    },
    {
      title: "Moves of the fox",
      parts: [
        "The fox moves one step along any line, or jumps over a goose next to it, along a line, to the empty point straight behind it. The goose is captured.",
        "From there it may go on capturing in the same turn, in any direction, and it may stop whenever it likes. Capturing is never forced.",
        {
          diagrams: [
            ["fox", "The fox goes one step in any direction along the lines."],
            ["run", "Two captures in one turn: over d6 to d5, then over e5 to f5. It may also stop on d5."],
          ],
        },
      ],
    },
    {
      title: "End of the game",
      parts: [
        {
          list: [
            "The **geese** win when it is the fox's turn and it has neither a step nor a jump.",
            "The **fox** wins when it reaches rank 1; when fewer than four geese are left; when it is the geese's turn and they cannot move; or when the geese have made ten moves in a row none of which was forward.",
          ],
        },
        "There are no draws.",
        { diagrams: [["caught", "The fox on d7 can neither step nor jump: the geese have won."]] },
      ],
    },
    {
      title: "Variants",
      parts: [
        "Two historical starts are played by the same rules.",
        {
          diagrams: [
            ["thirteen", "Thirteen geese: ranks 1 to 3 only."],
            ["seventeen", "Seventeen geese: ranks 1 to 3, and a4, b4, f4 and g4."],
          ],
        },
      ],
    },
    {
      title: "Notation",
      parts: [
        "Files are a to g from the left, ranks 1 to 7 from below. A move is written from and to, such as `c3d3`; a run of captures lists every landing point: `d7d5f5`. A position lists the seven ranks of the cross from the top, without the points outside it: `F` fox, `g` goose, numbers for empty points; then `g` or `f` to move, then how many moves in a row the geese have made without a step forward.",
      ],
    },
    {
      title: "Tips",
      parts: [
        {
          list: [
            "Geese: advance in a closed front. A goose with an empty point straight behind it can be taken.",
            "Geese: sideways steps are patience, but the tenth in a row loses the game.",
            "Fox: stay in the middle, where most lines meet, and wait for a gap.",
          ],
        },
      ],
    },
  ],
};
