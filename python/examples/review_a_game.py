"""A game reviewed: every move judged, and what the evaluator says of the position. Run it: python review_a_game.py"""

# %% The opera game (Morphy against the Duke of Brunswick and Count Isouard, Paris 1858), from its record.
import sys

import quevedo

OPERA = """1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0"""
(game,) = quevedo.Game("chess").read(OPERA)
print(game.outcome)

# %% The review.
review = quevedo.review(game, nodes=2000 if "--quick" in sys.argv else 40_000)
print(review)
for move in review.moves:
    if move.class_ in ("inaccuracy", "mistake", "blunder"):
        print(f"{move.move}: {move.class_}, lost {move.loss:.2f}; better {' '.join(move.line[:4])}")

# %% Who was winning, move by move.
for ply in range(0, len(review.chances), 4):
    print(f"{ply:3} {'#' * round(40 * review.chances[ply])}")

# %% What the evaluator sees before the last moves.
for name, value in game.undo().undo().undo().evaluate("handmade").terms.items():
    print(f"{name:20} {value:+.0f}")
