/** @type {import("../rules.js").RulesText} */
export default {
  lead: "Two armies, one aim: attack the enemy king so that nothing can save it.",
  sections: [
    {
      title: "Goal",
      parts: [
        "Checkmate the enemy king. A king that is attacked is in check, and the check must be answered at once: by moving the king, by taking the attacker, or by putting a piece in between. When none of this is possible, it is mate, and the game is over.",
        {
          diagrams: [
            ["start", "The start. White moves first, then the players take turns."],
            ["mate", "Mate: the rook on a8 gives check, and Black's own pawns shut the king in."],
          ],
        },
      ],
    },
    {
      title: "How the pieces move",
      parts: [
        "A piece moves to an empty square, or takes an enemy piece by moving to its square. Only knights jump over pieces. No move may leave one's own king in check.",
        {
          list: [
            "The **rook** moves any distance in straight lines, the **bishop** diagonally, the **queen** both ways.",
            "The **king** moves one square in any direction.",
            "The **knight** moves in an L: two squares straight and one to the side.",
            "A **pawn** moves one square forward, or two from where it started, and takes one square diagonally forward.",
          ],
        },
        {
          diagrams: [
            ["pieces", "Rook and bishop go as far as the way is free."],
            ["knight", "The knight reaches up to eight squares."],
          ],
        },
      ],
    },
    {
      title: "Special moves",
      parts: [
        "**Castling:** once a game, each side may move king and rook together: the king goes two squares towards a rook, and the rook passes to his other side. Neither may have moved before, nothing may stand between them, and the king may not be in check, pass through an attacked square, or land on one.",
        "**En passant:** a pawn that has just gone two squares may be taken, on the very next move, by an enemy pawn beside it, as if it had gone only one.",
        "**Promotion:** a pawn that reaches the last rank becomes a queen, rook, bishop or knight, as its player likes.",
        {
          diagrams: [
            ["castling", "White castles to the short side, Black to the long side."],
            ["passing", "The black pawn has just come from d7: White takes it by going to d6."],
            ["promotion", "On e8 the pawn becomes another piece."],
          ],
        },
      ],
    },
    {
      title: "Draws",
      parts: [
        "The game is drawn, without anybody having to claim it:",
        {
          list: [
            "by **stalemate**: the player to move is not in check but has no legal move;",
            "when neither side has enough material to mate: king against king, king and bishop or king and knight against king, or nothing but bishops that all stand on squares of one colour;",
            "when the same position has come up for the third time;",
            "after fifty moves of each side without a capture or a pawn move.",
          ],
        },
        "With a clock, running out of time loses the game, unless the opponent could not mate by any sequence of moves: then it is a draw.",
        { diagrams: [["stalemate", "Stalemate: Black, to move, has no legal move and is not in check. A draw."]] },
      ],
    },
    {
      title: "Notation",
      parts: [
        "Files are a to h from White's left, ranks 1 to 8 from White's side. The move list shows the usual short form: `Nf3` is a knight to f3, `exd5` a pawn that takes on d5, `O-O` castling to the short side, `e8=Q` a promotion, `+` check and `#` mate. Positions are written in FEN.",
      ],
    },
    {
      title: "Tips",
      parts: [
        {
          list: [
            "Bring out knights and bishops early, and castle.",
            "Before every move, look at what your opponent threatens.",
            "A queen is worth about nine pawns, a rook five, a bishop or knight three.",
          ],
        },
      ],
    },
  ],
};
