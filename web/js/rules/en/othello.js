/** @type {import("../rules.js").RulesText} */
export default {
  lead: "Every disc may change sides until the very last move.",
  sections: [
    {
      title: "Goal",
      parts: [
        "Own more discs than your opponent when neither can move any more. Discs are black on one side and white on the other.",
        { diagrams: [["start", "The start, with the four places that Black, who begins, can choose from."]] },
      ],
    },
    {
      title: "Moves",
      parts: [
        "Put a disc of your colour on an empty square so that it encloses enemy discs: in a straight line, in any of the eight directions, there must be one or more enemy discs without a gap between your new disc and another of your own.",
        "All discs enclosed in this way turn over, in all directions at once. A move must turn at least one disc.",
        {
          diagrams: [
            ["before", "Black plays d3: the white disc on d4 stands between d3 and the black disc on d5."],
            ["after", "It turns black. Now White moves."],
          ],
        },
        "If you have no such move, you pass, and your opponent moves again. You may not pass when you can move.",
      ],
    },
    {
      title: "End of the game",
      parts: [
        "The game ends when neither player can move, at the latest when the board is full. The player with more discs wins; equal numbers are a draw.",
      ],
    },
    {
      title: "Notation",
      parts: [
        "Columns are a to h from the left; rows are 1 to 8 from the **top**. A move is its square, such as `d3`; a forced pass is `pass`. A position is 64 characters from a1 to h8, row by row from the top: `X` black, `O` white, `-` empty; then a space and the side to move.",
      ],
    },
    {
      title: "Tips",
      parts: [
        {
          list: [
            "A disc in a corner can never be turned. Squares next to an empty corner often give it away.",
            "Few discs in the middle of the game are no harm; few moves are.",
            "Leave your opponent with bad moves only.",
          ],
        },
        { diagrams: [["corners", "The four corners."]] },
      ],
    },
  ],
};
