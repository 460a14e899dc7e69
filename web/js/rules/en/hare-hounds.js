/** @type {import("../rules.js").RulesText} */
export default {
  lead: "A small board, eleven points, and a hunt that is harder than it looks.",
  sections: [
    {
      title: "Goal",
      parts: [
        "Three dogs want to trap the hare so that it cannot move. The hare wants to get past them to the far left point, a2.",
        {
          diagrams: [
            ["start", "The start: dogs on a2, b1 and b3, the hare on e2. The dogs begin."],
            ["center", "The second known start: the hare on c2, in the centre."],
          ],
        },
      ],
    },
    {
      title: "Moves",
      parts: [
        "Everything moves one step along a line to an empty point:",
        {
          list: [
            "a **dog** forward, to the right, or sideways, up or down in its column; never back to the left;",
            "the **hare** along any line, in every direction.",
          ],
        },
        "There are no captures.",
        {
          diagrams: [
            ["dogs", "The dog on b1 may go sideways to b2 or forward to c1 and c2."],
            ["hare", "The hare on d2 goes where it likes, along the lines."],
          ],
        },
      ],
    },
    {
      title: "End of the game",
      parts: [
        {
          list: [
            "The **dogs** win when it is the hare's turn and it cannot move.",
            "The **hare** wins when it reaches a2, when it is the dogs' turn and they cannot move, or when the dogs have made ten moves in a row none of which was forward.",
          ],
        },
        "There are no draws.",
        {
          diagrams: [
            ["caught", "The hare on e2 is trapped: the dogs have won."],
            ["free", "The hare is past the dogs and wins by going to a2."],
          ],
        },
      ],
    },
    {
      title: "Notation",
      parts: [
        "Points are named by column, a to e from the left, and row, 1 to 3 from below. A move is written from and to, such as `b1c2`. A position is eleven characters in the order a2 b1 b2 b3 c1 c2 c3 d1 d2 d3 e2: `D` dog, `h` hare, `-` empty; then `d` or `h` to move, then how many moves in a row the dogs have made without a step forward.",
      ],
    },
    {
      title: "Tips",
      parts: [
        {
          list: [
            "Dogs: keep together; a dog left behind is no wall.",
            "Dogs: a sideways step can hand the move to the hare at the right moment, but the tenth in a row loses the game.",
            "Hare: stay in the middle as long as you can.",
          ],
        },
      ],
    },
  ],
};
