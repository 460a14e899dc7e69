/** @type {import("../rules.js").RulesText} */
export default {
  lead: "One mouse wants through; four cats that never step back want to stop it.",
  sections: [
    {
      title: "Goal",
      parts: [
        "The mouse wants to reach the other end of the board, rank 8. The cats want to shut it in.",
        { diagrams: [["start", "The start: the mouse on e1, the cats on b8, d8, f8 and h8. The mouse begins."]] },
      ],
    },
    {
      title: "Moves",
      parts: [
        "Only the dark squares are used. Everything moves one square diagonally to an empty square:",
        { list: ["the **mouse** in all four directions;", "a **cat** only forward, towards rank 1, never back."] },
        "There are no jumps and no captures. In their turn, the cats move one of the four.",
        { diagrams: [["moves", "The mouse has four ways to go, the cat on f6 two."]] },
      ],
    },
    {
      title: "End of the game",
      parts: [
        {
          list: [
            "The **mouse** wins when it reaches rank 8, or when it is the cats' turn and none of them can move.",
            "The **cats** win when it is the mouse's turn and it cannot move.",
          ],
        },
        "There are no draws.",
        {
          diagrams: [
            ["mouse", "The mouse has slipped through: nothing can keep it from rank 8."],
            ["cats", "The mouse, to move, is shut in: the cats have won."],
          ],
        },
      ],
    },
    {
      title: "Notation",
      parts: [
        "Files are a to h from the left, ranks 1 to 8 from below. A move is written from and to, such as `e1d2`. A position lists the rows from the top: `M` mouse, `c` cat, numbers for empty squares; then `m` or `c` to move.",
      ],
    },
    {
      title: "Tips",
      parts: [
        {
          list: [
            "Cats: advance in a closed line, and do not leave a gap that the mouse can reach.",
            "Cats: you cannot take a step back. Look ahead before you open the line.",
            "Mouse: wait in front of the line until the cats have to open it.",
          ],
        },
      ],
    },
  ],
};
