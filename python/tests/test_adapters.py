"""The adapters pass the checkers of the packages they adapt to."""

import random
import warnings

import numpy as np
import pytest

import quevedo

NAMES = ["connect4:7x6", "othello", "chess", "mouse-cats", "hare-hounds", "fox-geese", "amazons:6x6"]


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_checker(name):
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from quevedo.gymnasium import AgainstPlayer

    with warnings.catch_warnings():
        # It warns of observations that are no images, and of rewards at illegal actions.
        warnings.simplefilter("ignore")
        check_env(AgainstPlayer(name, opponent="random"), skip_render_check=True)


def test_a_gymnasium_agent_that_knows_the_rules_beats_chance():
    pytest.importorskip("gymnasium")
    from quevedo.gymnasium import AgainstPlayer

    env = AgainstPlayer("connect4:7x6", opponent="random", render_mode="svg")
    player, rewards, sides = quevedo.Player("alphabeta:depth=4"), [], set()
    for game in range(10):
        _, info = env.reset(seed=game)
        sides.add(info["side"])
        done = False
        while not done:
            move = player.best(env.position).move
            assert info["action_mask"][env.position.action_of(move)] == 1
            observation, reward, done, truncated, info = env.step(env.position.action_of(move))
            assert observation.shape == (2, 6, 7) and not truncated
        rewards.append(reward)
    assert sum(rewards) >= 9 and env.render().startswith("<svg")
    assert sides == {0}, "a seed begins the series anew"
    env.reset()
    assert env.side == 1
    with pytest.raises(ValueError, match="call reset"):
        env.position = quevedo.Position("connect4:7x6").play_line("1 2 1 2 1 2 1")
        env.step(0)


def test_an_illegal_action_loses():
    pytest.importorskip("gymnasium")
    from quevedo.gymnasium import AgainstPlayer

    env = AgainstPlayer("othello")
    env.reset(seed=1)
    _, reward, done, _, info = env.step(0)
    assert reward == -1 and done and info["illegal"]


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_checker(name):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    from quevedo.pettingzoo import env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(name), num_cycles=60)


def test_a_pettingzoo_game_is_that_of_a_position():
    pytest.importorskip("pettingzoo")
    from quevedo.pettingzoo import env

    draw = random.Random(4)
    for name in NAMES:
        aec, position = env(name), quevedo.Game(name).start()
        aec.reset(seed=1)
        total = {agent: 0 for agent in aec.possible_agents}
        for agent in aec.agent_iter():
            observation, reward, terminated, truncated, _ = aec.last()
            total[agent] += reward
            if terminated or truncated:
                aec.step(None)
                continue
            assert agent == f"player_{position.turn}" and np.array_equal(observation["observation"], position.planes())
            action = draw.choice(np.flatnonzero(observation["action_mask"]).tolist())
            position = position.play_action(action)
            aec.step(action)
        assert position.is_over and tuple(total.values()) == position.returns, name


def test_states_are_like_those_of_openspiel():
    from quevedo.openspiel import load_game

    game = load_game("connect4:7x6")
    assert game.num_distinct_actions() == 7 and game.observation_tensor_shape() == [2, 6, 7]
    state = game.new_initial_state()
    other = state.clone()
    for action in (3, 0, 3, 0, 3, 0, 3):
        assert not state.is_terminal() and action in state.legal_actions()
        state.apply_action(action)
    assert state.is_terminal() and state.returns() == [1.0, -1.0] and state.current_player() == -4
    assert state.legal_actions() == [] and other.legal_actions_mask() == [1] * 7 and other.history_str() == ""
    state.undo_action()
    assert state.current_player() == 0 and state.legal_actions(1) == [] and state.action_to_string(3) == "4"
    assert state.child(state.string_to_action("4")).is_terminal()
    assert state.history() == [3, 0, 3, 0, 3, 0] and state.action_to_string(0, 3) == state.action_to_string(3)
    assert state.observation_tensor(0) == state.observation_tensor()


def test_openspiel_plays_by_the_same_rules():
    """Random games of Connect-4 and Othello, where OpenSpiel is installed."""
    pyspiel = pytest.importorskip("pyspiel")
    from quevedo.openspiel import load_game

    draw = random.Random(6)
    for _ in range(50):
        ours, theirs = load_game("connect4:7x6").new_initial_state(), pyspiel.load_game("connect_four").new_initial_state()
        while not theirs.is_terminal():
            assert ours.legal_actions() == theirs.legal_actions() and ours.current_player() == theirs.current_player()
            action = draw.choice(theirs.legal_actions())
            ours.apply_action(action)
            theirs.apply_action(action)
        assert ours.is_terminal() and ours.returns() == theirs.returns()
