/** @type {import("../rules.js").RulesText} */
export default {
  lead: "The discs fall, and every one makes the square above it playable.",
  sections: [
    {
      title: "Goal",
      parts: [
        "Be the first to have four discs of your colour in a row: side by side, one above the other, or diagonally.",
        { diagrams: [["four", "Yellow has won: four in a diagonal, from a1 to d4."]] },
      ],
    },
    {
      title: "Moves",
      parts: [
        "Yellow begins; then the players take turns. In your turn you drop one disc into a column that is not full. It falls to the lowest free square of that column and stays there.",
        {
          diagrams: [["falls", "A disc dropped into column 4 comes to rest on d3, on top of the two that are there."]],
        },
      ],
    },
    {
      title: "End of the game",
      parts: ["Four in a row win at once. A full board without four in a row is a draw."],
    },
    {
      title: "Board and notation",
      parts: [
        "Our board has 8 columns and 7 rows; the variant with 7 columns and 6 rows is the classic one.",
        "A move is the number of its column, counted from the left: `1` to `8`. A position is the columns played so far, such as `44453`, or a diagram: the rows from top to bottom, `.` empty, `x` yellow, `o` red, joined by `/`, then a space and the side to move.",
      ],
    },
    {
      title: "Tips",
      parts: [
        {
          list: [
            "The middle columns belong to the most fours.",
            "Build two threats at once: only one can be stopped.",
            "Look at the square above the one you fill: you may be handing it over.",
          ],
        },
      ],
    },
  ],
};
