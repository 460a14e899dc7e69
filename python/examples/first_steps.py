"""Positions, players and a match. Open it as a notebook, or run it: python first_steps.py"""

# %% A position is a value: playing a move makes a new one.
import quevedo

start = quevedo.Position("chess")
position = start.play_line("e4 e5 Nf3 Nc6 Bb5 a6")
print(position, "|", position.side, "to move,", len(position.legal_moves), "moves")
position  # the last value of a cell is shown as a board

# %% Anything that plays is a line of text.
result = quevedo.Player("alphabeta:depth=8").best(position)
print(result.move, result.score, result.pv)

# %% The same player in every game.
for name in quevedo.games():
    print(f"{name:18}", quevedo.Player("level=4").best(quevedo.Game(name).start()).move)

# %% Exact values, where a game is solved.
for moves in ("4", "1", "4 4 4 4 4"):
    solution = quevedo.Position("connect4:7x6").play_line(moves).solve()
    print(moves, "->", solution)

# %% A match with honest statistics.
print(quevedo.play_match("othello", "alphabeta:depth=4", "alphabeta:depth=2", games=40, random_plies=6, seed=1))
