"""Positions and games beside published counts and python-chess."""

import pickle
import random
from pathlib import Path

import numpy as np
import pytest

import quevedo

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

PERFT = [
    # https://www.chessprogramming.org/Perft_Results
    ("chess", None, 4, 197_281),
    ("chess", KIWIPETE, 3, 97_862),
    # https://www.aartbik.com/strategy.php
    ("othello", None, 6, 8_200),
    # https://oeis.org/A212693 begins otherwise: these are sequences, seven to the power of the depth until a column can be full.
    ("connect4:7x6", None, 6, 7**6),
    ("connect4:7x6", None, 7, 7**7 - 7),
    # The first move of the Amazons has 2176 choices.
    ("amazons", None, 1, 2_176),
]


@pytest.mark.parametrize(("game", "text", "depth", "count"), PERFT)
def test_perft_is_what_is_published(game, text, depth, count):
    position = quevedo.Position(game, text)
    assert position.perft(depth) == count
    assert sum(position.divide(depth).values()) == count


def test_a_game_of_each_kind_is_played_to_its_end():
    draw = random.Random(1)
    for name in quevedo.games():
        position = quevedo.Game(name).start()
        while not position.is_over:
            position = position.play(draw.choice(position.legal_moves))
        assert position.legal_moves == [] and position.outcome.score in ("1-0", "0-1", "1/2-1/2"), name
        assert sum(position.returns) == 0
        with pytest.raises(ValueError, match="over"):
            position.play("a1")
        again = quevedo.Position(name, position.start)
        for move in position.history:
            again = again.play(move)
        assert again == position and hash(again) == hash(position) and again.outcome == position.outcome


def test_positions_are_values():
    start = quevedo.Position("othello")
    after = start.play("d3")
    assert start.history == [] and after.history == ["d3"] and after != start
    assert after.undo() == start and {start, after.undo()} == {start}
    assert quevedo.Position("othello", after.text) == after
    with pytest.raises(ValueError, match="no move to undo"):
        start.undo()
    assert pickle.loads(pickle.dumps(after)).history == ["d3"]
    assert start != "othello" and repr(start).startswith("quevedo.Position('othello'".replace("'", '"'))


def test_legal_moves_are_those_of_python_chess():
    chess = pytest.importorskip("chess")
    draw = random.Random(2)
    for _ in range(30):
        board, position = chess.Board(), quevedo.Position("chess")
        for _ in range(120):
            assert sorted(position.legal_moves) == sorted(move.uci() for move in board.legal_moves), board.fen()
            if position.is_over:
                break
            assert position.text == board.fen(en_passant="fen"), position.text
            move = draw.choice(position.legal_moves)
            assert position.pretty(move) == board.san(chess.Move.from_uci(move))
            board.push_uci(move)
            position = position.play(move)
            ended = board.outcome(claim_draw=False)
            if ended and ended.winner is not None:
                assert position.outcome.reason == "mate" and (position.outcome.winner == 0) == ended.winner


def test_the_version_is_that_of_the_workspace():
    manifest = (Path(__file__).resolve().parents[2] / "Cargo.toml").read_text(encoding="utf-8")
    assert f'version = "{quevedo.__version__}"' in manifest


def test_errors_say_what_is_wrong():
    with pytest.raises(ValueError, match="there are chess, othello"):
        quevedo.Game("checkers")
    with pytest.raises(ValueError, match="board"):
        quevedo.Position("chess", "nonsense")
    with pytest.raises(ValueError, match="e9"):
        quevedo.Position("chess").play("e9")
    with pytest.raises(ValueError, match="move 2"):
        quevedo.Position("chess").play_line("e4 e4")


def test_moves_are_numbers():
    for name in quevedo.games():
        position = quevedo.Game(name).start()
        draw = random.Random(name)
        for _ in range(30):
            if position.is_over:
                break
            actions, moves = position.legal_actions, position.legal_moves
            assert len(actions) == len(moves) == len(set(actions.tolist())), name
            assert actions.max() < position.game.num_actions
            move = draw.choice(moves)
            assert position.move_of(position.action_of(move)) == move
            position = position.play(move)
    with pytest.raises(ValueError, match="action 9 is not legal"):
        quevedo.Position("connect4:7x6").play_action(9)


def test_actions_are_those_that_people_expect():
    assert quevedo.Position("connect4:7x6").action_of("4") == 3, "a column"
    assert quevedo.Game("connect4:7x6").num_actions == 7
    game = quevedo.Game("othello")
    assert game.num_actions == 65 and game.start().action_of("d3") == 3 + 8 * 2, "a square, or the pass"
    promotions = quevedo.Position("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1")
    assert len({promotions.action_of(f"a7a8{piece}") for piece in "qrbn"}) == 4
    white, black = quevedo.Position("chess"), quevedo.Position("chess").play("e2e4")
    assert white.action_of("e2e4") == black.action_of("e7e5"), "from the perspective of the side to move"


def test_planes_show_the_pieces_of_the_side_to_move():
    position = quevedo.Position("chess").play("e2e4")
    planes = position.planes()
    assert planes.shape == (12, 8, 8) and planes.dtype == np.uint8 and planes.sum() == 32
    chess = pytest.importorskip("chess")
    board = chess.Board(position.text)
    for plane, (color, piece) in enumerate((color, piece) for color in (False, True) for piece in range(1, 7)):
        squares = {chess.square_mirror(square) for square in board.pieces(piece, color)}
        assert {8 * row + column for row, column in zip(*np.nonzero(planes[plane]))} == squares


def test_steps_are_the_squares_of_moves():
    steps = quevedo.Position("chess").legal_steps()
    assert steps.shape == (20, 2) and steps.dtype == np.uint8
    position = quevedo.Position("chess")
    e2, e4 = 12, 28
    assert steps[position.legal_moves.index("e2e4")].tolist() == [e2, e4]


def test_the_board_is_drawn():
    for name in quevedo.games():
        position = quevedo.Game(name).start()
        picture = position._repr_svg_()
        assert picture.startswith("<svg") and picture.endswith("</svg>")
        assert picture.count('r="24"') == len(position.board())
    assert quevedo.Position("chess").play("e2e4").svg().count('r="28"') == 2, "the last move is marked"


def test_records_are_read_back():
    game = quevedo.Position("chess").play_line("e4 e5 Nf3 Nc6")
    text = game.record(White="A", Black="B")
    assert '[White "A"]' in text and "Nf3" in text
    (read,) = quevedo.Game("chess").read(text)
    assert read == game and read.history == game.history
    with pytest.raises(ValueError):
        quevedo.Game("chess").read("[Event \"?\"]\n\n1. e4 e4 *")


def test_taps_make_moves():
    taps = quevedo.Position("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1").taps()
    assert taps["a7a8q"] == ["a7", "a8", "=q"]
