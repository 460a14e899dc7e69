"""Players, solvers, matches and reviews."""

import os
import signal
import threading
import time

import pytest

import quevedo


def test_players_find_a_mate():
    # Two rooks against a king: mate in one on the last rank.
    position = quevedo.Position("chess", "6k1/R7/1R6/8/8/8/8/K7 w - - 0 1")
    for spec in ("alphabeta:depth=3", "mcts:sims=2000,seed=1", "max:effort=0.1", "minimax:depth=2"):
        result = quevedo.Player(spec).best(position)
        assert result.move == "b6b8", spec
    result = quevedo.Player("alphabeta:depth=3").best(position)
    assert result.proved == "win" and result.plies_to_end == 1 and result.chance == 1.0
    assert result.depth >= 1 and result.nodes > 0 and result.pv == ["b6b8"] and result.time >= 0


def test_limits_and_moves_of_a_call_are_obeyed():
    player, position = quevedo.Player("alphabeta:depth=30"), quevedo.Position("othello")
    assert player.best(position, depth=3).depth == 3
    assert player.best(position, nodes=1000).nodes < 20_000
    assert player.best(position, depth=2, moves=["c4"]).move == "c4"
    assert player.best(quevedo.Position("chess"), depth=2, moves=["a4", "a2a3"]).move in ("a2a4", "a2a3")
    with pytest.raises(ValueError, match="`a1` is not legal"):
        player.best(position, depth=2, moves=["a1"])
    with pytest.raises(ValueError, match="seconds"):
        player.best(position, time=-1)


def test_several_lines_and_visits():
    lines = quevedo.Player("alphabeta:depth=4,lines=3").best(quevedo.Position("chess")).lines
    assert len(lines) == 3 and lines[0].score >= lines[1].score >= lines[2].score
    visits = quevedo.Player("mcts:sims=500,seed=1").best(quevedo.Position("connect4:7x6")).visits
    assert sum(visits.values()) == 500 and set(visits) == set("1234567")


def test_specs_that_are_wrong_are_refused_with_the_right_ones():
    for spec, said in [("alphabta", "alphabeta"), ("alphabeta:dept=3", "depth"), ("alphabeta:depth=0", "1")]:
        with pytest.raises(ValueError, match=said):
            quevedo.Player(spec)
    with pytest.raises(ValueError, match="human"):
        quevedo.Player("human").best(quevedo.Position("chess"))
    over = quevedo.Position("chess").play_line("f3 e5 g4 Qh4")
    with pytest.raises(ValueError, match="over"):
        quevedo.Player("random").best(over)


def test_evaluations_have_terms():
    game = quevedo.Game("othello")
    assert "discs" in dict(game.evaluators)
    evaluation = game.start().play("d3").evaluate("discs")
    # Black has four discs, White has one and is to move.
    assert sum(evaluation.terms.values()) > 0 > evaluation.score
    with pytest.raises(ValueError, match="positional"):
        game.start().evaluate("no such evaluator")


def test_solved_games_have_the_published_values():
    # Allis (1988): the first player wins by the middle column; with best play on ply 41.
    solution = quevedo.Position("connect4:7x6").solve()
    assert (solution.value, solution.best, solution.plies) == ("win", ["4"], 41)
    # Berlekamp, Conway and Guy, Winning Ways: the Fox loses against four hounds.
    assert quevedo.Position("mouse-cats").solve().value == "loss"


def test_a_solver_gives_up_when_the_time_is_over():
    assert quevedo.Position("chess").solve(time=0.2) is None
    assert quevedo.Position("connect4:7x6").play_line("4 4 4 4 4 4 3 3 3 3").solve(time=600).value == "win"
    with pytest.raises(ValueError, match="seconds"):
        quevedo.Position("chess").solve(time=-1)


def test_matches_have_statistics():
    settings = {"games": 40, "random_plies": 4, "seed": 3}
    result = quevedo.play_match("othello", "alphabeta:depth=3", "random", threads=2, **settings)
    assert result.games == 40 == result.wins + result.draws + result.losses
    assert result.score > 0.9 and result.elo_interval[0] > 0 and result.los > 0.999
    again = quevedo.play_match("othello", "alphabeta:depth=3", "random", threads=1, **settings)
    assert (again.wins, again.draws, again.moves) == (result.wins, result.draws, result.moves), "the same games on any threads"
    equal = quevedo.play_match("connect4:7x6", "random:seed=1", "random:seed=2", games=200)
    assert equal.elo_interval[0] < 0 < equal.elo_interval[1] or abs(equal.elo) < 100
    for wrong in [{"games": 0}, {"openings": "e9"}]:
        with pytest.raises(ValueError):
            quevedo.play_match("chess", "random", "random", **wrong)


def test_a_blunder_is_blamed():
    game = quevedo.Position("chess").play_line("f3 e5 g4 Qh4")
    review = quevedo.review(game, nodes=3000, threads=1)
    assert [move.move for move in review.moves] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    blunder, mate = review.moves[2:]
    assert blunder.class_ == "blunder" and blunder.turn == 0 and blunder.best != "g2g4" and blunder.loss > 0.2
    assert mate.class_ == "best" and review.chances[-1] == 0.0
    assert review.accuracy[1] > review.accuracy[0] and review.counts(0)["blunder"] == 1
    assert "??" in review.record or "$4" in review.record


def test_the_interpreter_is_free_during_a_search():
    counted = []

    def count():
        while not done.is_set():
            counted.append(0)
            time.sleep(0.001)

    done = threading.Event()
    thread = threading.Thread(target=count)
    thread.start()
    begin = len(counted)
    quevedo.Player("alphabeta").best(quevedo.Position("othello"), time=0.5)
    during = len(counted) - begin
    done.set()
    thread.join()
    assert during > 20


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(
    "call",
    [
        lambda: quevedo.play_match("chess", "max", "max", games=1000, threads=1),
        lambda: quevedo.Player("alphabeta:depth=100").best(quevedo.Position("chess")),
        lambda: quevedo.Position("chess").perft(9),
        lambda: quevedo.VectorEnv("chess", 10).play_random(10**9),
    ],
)
def test_ctrl_c_stops_long_calls(call):
    # A shell starts programs in the background with this signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            call()
    finally:
        signal.signal(signal.SIGINT, before)
