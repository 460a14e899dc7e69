"""The vectorised environment beside single positions and python-chess."""

import numpy as np
import pytest

import quevedo

GAMES = ["chess", "othello", "connect4:7x6", "amazons:6x6", "mouse-cats", "hare-hounds", "fox-geese"]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_that_of_single_positions(name):
    count = 5
    env = quevedo.VectorEnv(name, count, seed=3)
    single = [quevedo.Game(name).start() for _ in range(count)]
    ended = 0
    for _ in range(150):
        actions, ends = env.legal()
        mask, planes, turns = env.mask(), env.observations(), env.turns
        assert mask.sum() == len(actions) == ends[-1]
        for game, position in enumerate(single):
            known = position.legal_actions
            assert set(np.flatnonzero(mask[game])) == set(known[known != quevedo.NO_ACTION].tolist())
            assert env.position(game) == position.text and turns[game] == position.turn
            assert np.array_equal(planes[game], position.planes())
        chosen = env.sample()
        assert mask[np.arange(count), chosen].all()
        assert env.move_of(0, chosen[0]) == single[0].move_of(chosen[0])
        rewards, dones = env.step(chosen)
        single = [position.play_action(action) for position, action in zip(single, chosen.tolist())]
        for game, position in enumerate(single):
            assert dones[game] == position.is_over and tuple(rewards[game]) == position.returns
            if position.is_over:
                single[game] = quevedo.Game(name).start()
                ended += 1
    assert ended > 0 or name == "chess"


def test_threads_change_nothing():
    one, two = (quevedo.VectorEnv("othello", 101, seed=5, threads=threads) for threads in (1, 2))
    for _ in range(80):
        first, second = one.sample(), two.sample()
        assert np.array_equal(first, second)
        assert all(map(np.array_equal, one.step(first), two.step(second)))
    assert one.play_random(100) == two.play_random(100) > 0
    assert [one.position(game) for game in range(101)] == [two.position(game) for game in range(101)]


def test_an_illegal_action_changes_nothing():
    env = quevedo.VectorEnv("connect4:7x6", 3)
    before = [env.position(game) for game in range(3)]
    with pytest.raises(ValueError, match=r"game 2: action 7 is not legal in .*legal are \[.*3"):
        env.step([1, 2, 7])
    with pytest.raises(ValueError, match="2 actions for 3 games"):
        env.step([1, 2])
    assert [env.position(game) for game in range(3)] == before
    env.step(np.array([1, 2, 3], np.int64))
    assert env.plies.tolist() == [1, 1, 1]
    env.reset()
    assert [env.position(game) for game in range(3)] == before
    with pytest.raises(ValueError, match="no game 3"):
        env.position(3)
    with pytest.raises(ValueError, match="at least 1"):
        quevedo.VectorEnv("chess", 0)


def test_games_of_large_action_spaces_find_moves_without_the_list():
    """The Amazons know a move by its action; the list is made when it is asked for, and says the same."""
    env, listed = (quevedo.VectorEnv("amazons:6x6", 50, seed=7) for _ in range(2))
    for _ in range(40):
        actions = env.sample()
        legal, ends = listed.legal()
        for game, part in enumerate(np.split(legal, ends[:-1])):
            assert actions[game] in part
        assert all(map(np.array_equal, env.step(actions), listed.step(actions)))
    with pytest.raises(ValueError, match=r"action 0 is not legal in .*legal are \[[0-9]"):
        env.step(np.zeros(50, np.uint32))
    with pytest.raises(ValueError, match="action 4294967295 is not legal"):
        env.step(np.full(50, quevedo.NO_ACTION))


def test_the_third_occurrence_is_a_draw():
    env = quevedo.VectorEnv("chess", 1)
    position = quevedo.Position("chess")
    for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        assert not position.is_over
        rewards, dones = env.step([position.action_of(move)])
        position = position.play(move)
    assert position.outcome.reason == "repetition" and dones.all() and not rewards.any()
    assert env.plies[0] == 0, "the next game has begun"


def test_large_action_spaces_have_lists():
    env = quevedo.VectorEnv("amazons", 2000)
    with pytest.raises(ValueError, match="use `legal`"):
        env.mask()
    actions, ends = env.legal()
    assert len(actions) == 2000 * 2176 and ends[0] == 2176


def test_chess_games_are_those_of_python_chess():
    chess = pytest.importorskip("chess")
    env = quevedo.VectorEnv("chess", 20, seed=9)
    boards = [chess.Board() for _ in range(20)]
    for _ in range(100):
        actions = env.sample()
        for game, (board, action) in enumerate(zip(boards, actions)):
            board.push_uci(env.move_of(game, action))
        rewards, dones = env.step(actions)
        for game, board in enumerate(boards):
            if dones[game]:
                ended = board.outcome(claim_draw=True)
                assert ended is not None
                winner = {True: (1, -1), False: (-1, 1), None: (0, 0)}[ended.winner]
                assert tuple(rewards[game]) == winner
                boards[game] = chess.Board()
            else:
                assert env.position(game) == board.fen(en_passant="fen")


def test_games_begin_from_positions():
    env = quevedo.VectorEnv("chess", 2)
    # The first occurrence of this position: what was before the text does not count.
    text = "4k3/8/8/8/8/8/8/R3K3 w Q - 5 40"
    env.set_position(1, text)
    assert env.position(0) == quevedo.Position("chess").text and env.position(1) == text
    position = quevedo.Position("chess", text)
    for move in ["a1a2", "e8d8", "a2a1", "d8e8", "a1a2", "e8d8", "a2a1"]:
        _, dones = env.step([env.sample()[0], position.action_of(move)])
        position = position.play(move)
        assert dones[1] == position.is_over and env.position(1) == position.text
    with pytest.raises(ValueError, match="over"):
        env.set_position(0, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    with pytest.raises(ValueError, match="board"):
        env.set_position(0, "nonsense")


def test_random_games_are_counted():
    plies, results = quevedo.random_games("chess", 300, seed=1)
    assert sum(results) == 300 and plies > 300 * 50
    assert quevedo.random_games("chess", 300, seed=1, threads=2) == (plies, results)
