"""Speed beside python-chess and OpenSpiel, measured in one run: python bench.py [--seconds 2]

What is not installed is left out and named. All of it runs on one thread; figures are per second of processor time, so that other programs on
the machine take no part, and the best of three."""

import argparse
import random
import time

import numpy as np

import quevedo

ROWS = []


def rate(work, seconds):
    """How much `work` does in a second of processor time: it returns how much it did. The best of three."""
    best = 0.0
    for _ in range(3):
        begin, done = time.process_time(), 0
        while time.process_time() - begin < seconds / 3:
            done += work()
        best = max(best, done / (time.process_time() - begin))
    return best


def row(what, ours, other=None, theirs=None):
    """Prints a figure of ours and one of theirs."""
    ROWS.append((what, ours, other, theirs))
    beside = f"{theirs:>14,.0f} {other:14} {ours / theirs:8.1f} times" if theirs else ""
    print(f"{what:44} {ours:>14,.0f} {beside}", flush=True)


def optional(name):
    """A package, if it is there."""
    try:
        return __import__(name)
    except ImportError:
        print(f"{name} is not installed: left out")
        return None


def chess_positions(count, seed):
    """Positions of random games, as FEN."""
    env = quevedo.VectorEnv("chess", count, seed=seed)
    env.play_random(30)
    return [env.position(game) for game in range(count)]


def legal_moves(seconds, chess):
    """The legal moves of a position as Python objects, a position at a time."""
    texts = chess_positions(200, 1)
    ours = [quevedo.Position("chess", text) for text in texts]

    def mine():
        for position in ours:
            position.legal_moves
        return len(ours)

    theirs = None
    if chess:
        boards = [chess.Board(text) for text in texts]

        def other():
            for board in boards:
                list(board.legal_moves)
            return len(boards)

        theirs = rate(other, seconds)
    row("chess: legal moves, positions/s", rate(mine, seconds), "python-chess", theirs)


def chess_games(seconds, chess):
    """Random games: in the environment with numpy in the loop, and in one call."""
    theirs = None
    if chess:
        draw = random.Random(1)

        def other():
            board = chess.Board()
            while not board.is_game_over(claim_draw=False) and not board.is_repetition(3) and not board.is_fifty_moves():
                board.push(draw.choice(list(board.legal_moves)))
            return 1

        theirs = rate(other, 3 * seconds)
    row("chess: random games/s, VectorEnv.step", stepped("chess", 2000, seconds), "python-chess", theirs)
    row("chess: random games/s, play_random", inside("chess", 2000, seconds), "python-chess", theirs)
    row("chess: random games/s, random_games", played("chess", seconds), "python-chess", theirs)


def length(game):
    """The mean length of a random game in plies."""
    plies, results = quevedo.random_games(game, 2000)
    return plies / sum(results)


def stepped(game, count, seconds):
    """Games a second in the environment, with numpy in the loop: plies a second by the mean length of a game."""
    env = quevedo.VectorEnv(game, count, seed=1)
    env.play_random(20)

    def work():
        env.step(env.sample())
        return count

    return rate(work, seconds) / length(game)


def inside(game, count, seconds):
    env = quevedo.VectorEnv(game, count, seed=1)
    env.play_random(20)

    def work():
        env.play_random(10)
        return 10 * count

    return rate(work, seconds) / length(game)


def played(game, seconds):
    return rate(lambda: sum(quevedo.random_games(game, 1000)[1]), seconds)


SAME = [("connect4:7x6", "connect_four"), ("othello", "othello"), ("chess", "chess"), ("amazons", "amazons")]
"""Games that OpenSpiel has as well. Its Amazons moves in three steps of its own."""


def openspiel_games(seconds, pyspiel):
    """Random games of one after the other, as OpenSpiel plays them from Python."""
    for ours, name in SAME:
        theirs = None
        if pyspiel:
            try:
                game, draw = pyspiel.load_game(name), random.Random(1)
            except pyspiel.SpielError:
                continue

            def other():
                state = game.new_initial_state()
                while not state.is_terminal():
                    state.apply_action(draw.choice(state.legal_actions()))
                return 1

            theirs = rate(other, seconds)
        row(f"{ours}: random games/s, VectorEnv.step", stepped(ours, 1000, seconds), "OpenSpiel", theirs)
        row(f"{ours}: random games/s, random_games", played(ours, seconds), "OpenSpiel", theirs)


def simulations(seconds, pyspiel):
    """Simulations of plain UCT with random games, from the start position."""
    for ours, name in SAME[:3]:
        theirs = None
        if pyspiel:
            game = pyspiel.load_game(name)
            sims = 100 if name == "chess" else 1000
            evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
            bot = pyspiel.MCTSBot(game, evaluator, 2.0, sims, 100, False, 1, False)
            state = game.new_initial_state()

            def other():
                bot.mcts_search(state)
                return sims

            theirs = rate(other, seconds)
        position = quevedo.Position(ours)

        def mine():
            return quevedo.Player("mcts:sims=5000,seed=1").best(position).nodes

        row(f"{ours}: MCTS simulations/s", rate(mine, seconds), "OpenSpiel C++", theirs)


def batched(seconds):
    """Batched PUCT with a network that costs nothing: what the trees alone take."""
    for game, count in [("connect4:7x6", 256), ("othello", 256), ("chess", 128)]:
        env = quevedo.VectorEnv(game, count, seed=1)
        actions = env.num_actions

        def evaluate(planes):
            return np.zeros((len(planes), actions), np.float32), np.zeros(len(planes), np.float32)

        search = quevedo.BatchedSearch(env, evaluate, simulations=100, batch=8, seed=1)

        def work():
            search.run()
            env.step(search.draw(1.0))
            return 100 * count

        row(f"{game}: BatchedSearch simulations/s", rate(work, seconds))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="of processor time for each figure")
    seconds = parser.parse_args().seconds
    chess, pyspiel = optional("chess"), optional("pyspiel")
    print(f"{'':44} {'quevedo':>14}")
    legal_moves(seconds, chess)
    chess_games(seconds, chess)
    openspiel_games(seconds, pyspiel)
    simulations(seconds, pyspiel)
    batched(seconds)


if __name__ == "__main__":
    main()
