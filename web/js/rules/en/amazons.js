/** @type {import("../rules.js").RulesText} */
export default {
  lead: "Every turn closes a square for good, until one side has nowhere left to go.",
  sections: [
    {
      title: "Goal",
      parts: [
        "Be able to move when your opponent no longer can. Each side has four amazons; White begins.",
        { diagrams: [["start", "The start: White on d1, g1, a4 and j4, Black on d10, g10, a7 and j7."]] },
      ],
    },
    {
      title: "Moves",
      parts: [
        "A turn has two parts, and both must be made:",
        {
          list: [
            "**Move** one of your amazons like a chess queen: any distance in a straight line, along a row, a column or a diagonal, over empty squares.",
            "**Shoot** an arrow from where she landed, in the same manner: it flies over empty squares and stays on the last one for the rest of the game. The square she left is empty again, so the arrow may fly over it or land on it.",
          ],
        },
        "Nothing jumps: neither amazons nor arrows pass over an amazon or an arrow. Nothing is ever captured.",
        {
          diagrams: [
            ["turn", "The amazon goes from d1 to d7 and shoots to g7."],
            ["after", "The arrow on g7 blocks the row. Now Black moves."],
          ],
        },
      ],
    },
    {
      title: "End of the game",
      parts: [
        "The player who is to move and cannot loses. There are no draws.",
        { diagrams: [["stuck", "White, to move, is shut in and loses (6x6 board)."]] },
      ],
    },
    {
      title: "Board and notation",
      parts: [
        "The board has 10 by 10 squares; on the 8x8 and 6x6 boards games are shorter. A move is written `d1-d7/g7`: from, to, arrow. A position lists the rows from the top: `Q` white amazon, `q` black amazon, `*` arrow, numbers for empty squares; then `w` or `b` to move.",
      ],
    },
    {
      title: "Tips",
      parts: [
        {
          list: [
            "Bring your amazons to the middle early: there they reach the most squares.",
            "Fence off regions that only you can enter: later each empty square in them is a move.",
            "Do not let an amazon be walled in.",
          ],
        },
      ],
    },
  ],
};
