"""Batched PUCT with a function of Python."""

import threading

import numpy as np
import pytest

import quevedo


def uniform(actions):
    def evaluate(planes):
        return np.zeros((len(planes), actions), np.float32), np.zeros(len(planes), np.float32)

    return evaluate


def test_a_win_is_found_in_every_game():
    env = quevedo.VectorEnv("connect4:7x6", 6)
    # Three in the first column, and it is the first player's turn.
    for action in (0, 1, 0, 1, 0, 1):
        env.step(np.full(6, action))
    search = quevedo.BatchedSearch(env, uniform(7), simulations=60, seed=1)
    search.run()
    assert search.draw().tolist() == [0] * 6
    assert (search.values() == 1.0).all()
    result = search.result(5)
    assert result.move == "1" and result.proved == "win" and result.plies_to_end == 1
    rewards, dones = env.step(search.draw())
    assert dones.all() and (rewards == [1, -1]).all()


def test_the_function_gets_many_positions_at_once():
    sizes = []

    def evaluate(planes):
        assert planes.dtype == np.float32 and planes.shape[1:] == (2, 8, 8)
        sizes.append(len(planes))
        return np.zeros((len(planes), 65)), np.zeros(len(planes))

    env = quevedo.VectorEnv("othello", 40)
    search = quevedo.BatchedSearch(env, evaluate, simulations=64, batch=4, threads=2, seed=1)
    search.run()
    assert sizes[0] == 40, "the roots"
    assert max(sizes) == 160 and np.mean(sizes) > 80
    assert (search.visits().sum(axis=1) == 64).all()
    assert np.allclose(search.policy().sum(axis=1), 1)
    actions, counts = search.visits_of(0)
    assert len(actions) == 4 and counts.sum() == 64


def test_policy_and_value_guide_the_search():
    column = 5

    def policy(planes):
        logits = np.zeros((len(planes), 7), np.float32)
        logits[:, column] = 6
        return logits, np.zeros(len(planes), np.float32)

    env = quevedo.VectorEnv("connect4:7x6", 2)
    search = quevedo.BatchedSearch(env, policy, simulations=100, seed=1)
    search.run()
    assert (search.policy().argmax(axis=1) == column).all()

    def value(planes):
        """Good for whoever has the disc in the last column, at the bottom."""
        own, other = planes[:, 0, 0, 6], planes[:, 1, 0, 6]
        return np.zeros((len(planes), 7), np.float32), (own - other) * 0.9

    search = quevedo.BatchedSearch(env, value, simulations=200, seed=1)
    search.run()
    assert search.draw().tolist() == [6, 6] and (search.values() > 0.3).all()


def test_logits_by_squares_and_steps():
    from_e2, to_e4 = 12, 28

    def evaluate(planes):
        logits = np.zeros((len(planes), 64, 2), np.float32)
        logits[:, from_e2, 0] = 4
        logits[:, to_e4, 1] = 4
        return logits.reshape(len(planes), -1), np.zeros(len(planes), np.float32)

    env = quevedo.VectorEnv("chess", 1)
    search = quevedo.BatchedSearch(env, evaluate, simulations=50, batch=1, seed=1)
    search.run()
    assert search.result(0).move == "e2e4"


def test_subtrees_are_kept_and_games_follow_each_other():
    env = quevedo.VectorEnv("connect4:7x6", 8)
    search = quevedo.BatchedSearch(env, uniform(7), simulations=40, noise=0.25, seed=2)
    finished, larger = 0, 0
    for _ in range(60):
        search.run()
        counts = search.visits().sum(axis=1)
        larger += (counts > 40).sum()
        mask = env.mask()
        actions = search.draw(np.where(env.plies < 8, 1.0, 0.0))
        assert mask[np.arange(8), actions].all()
        finished += env.step(actions)[1].sum()
    assert finished > 8 and larger > 0


def test_faults_of_the_function_are_raised_and_survived():
    env = quevedo.VectorEnv("connect4:7x6", 3)
    answers = {
        "returns a pair": lambda planes: 3,
        r"\(3, 7\) or \(3, 42\)": lambda planes: (np.zeros((3, 8)), np.zeros(3)),
        "logits are positions by actions": lambda planes: (np.zeros((3, 7, 1)), np.zeros(3)),
        "2 values for 3": lambda planes: (np.zeros((3, 7)), np.zeros(2)),
    }
    for said, evaluate in answers.items():
        with pytest.raises(ValueError, match=said):
            quevedo.BatchedSearch(env, evaluate).run()

    calls = []

    def fails_once(planes):
        calls.append(len(planes))
        if len(calls) == 3:
            raise ZeroDivisionError("of the network")
        return np.zeros((len(planes), 7)), np.zeros(len(planes))

    search = quevedo.BatchedSearch(env, fails_once, simulations=30, batch=2)
    with pytest.raises(ZeroDivisionError, match="of the network"):
        search.run()
    search.run()
    assert (search.visits().sum(axis=1) >= 30).all()
    for wrong in [{"simulations": 0}, {"batch": 0}, {"noise": 2.0}]:
        with pytest.raises(ValueError):
            quevedo.BatchedSearch(env, uniform(7), **wrong)
    with pytest.raises(ValueError, match="temperature"):
        search.draw(-1.0)
    with pytest.raises(ValueError, match="call run first"):
        quevedo.BatchedSearch(env, uniform(7)).result(0)


def test_nan_does_no_harm():
    env = quevedo.VectorEnv("connect4:7x6", 2)
    nan = np.float32("nan")
    search = quevedo.BatchedSearch(env, lambda planes: (np.full((len(planes), 7), nan), np.full(len(planes), nan)), simulations=20)
    search.run()
    assert (search.visits().sum(axis=1) == 20).all()


def test_searches_run_side_by_side():
    """Two searches on threads of Python: the locks do not wait for each other."""

    def work():
        env = quevedo.VectorEnv("connect4:7x6", 16)
        search = quevedo.BatchedSearch(env, uniform(7), simulations=50)
        for _ in range(5):
            search.run()
            env.step(search.draw(1.0))
        done.append(env.plies.sum())

    done = []
    threads = [threading.Thread(target=work) for _ in range(3)]
    [thread.start() for thread in threads]
    [thread.join(60) for thread in threads]
    assert done == [80, 80, 80]


def test_a_network_of_an_onnx_file(tmp_path):
    onnx, runtime = pytest.importorskip("onnx"), pytest.importorskip("onnxruntime")
    helper, floats = onnx.helper, onnx.TensorProto.FLOAT
    # Logits and value are sums over the planes: the network has one layer.
    weights = np.zeros((84, 8), np.float32)
    weights[:, 5] = 1
    graph = helper.make_graph(
        [
            helper.make_node("Flatten", ["planes"], ["flat"]),
            helper.make_node("MatMul", ["flat", "weights"], ["sums"]),
            helper.make_node("Split", ["sums", "sizes"], ["logits", "column"], axis=1),
            helper.make_node("Squeeze", ["column", "axes"], ["values"]),
        ],
        "net",
        [helper.make_tensor_value_info("planes", floats, ["positions", 2, 6, 7])],
        [helper.make_tensor_value_info("logits", floats, ["positions", 7]), helper.make_tensor_value_info("values", floats, ["positions"])],
        [
            onnx.numpy_helper.from_array(weights, "weights"),
            onnx.numpy_helper.from_array(np.array([7, 1]), "sizes"),
            onnx.numpy_helper.from_array(np.array([1]), "axes"),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.save(model, tmp_path / "net.onnx")
    session = runtime.InferenceSession(tmp_path / "net.onnx")
    env = quevedo.VectorEnv("connect4:7x6", 4)
    env.step(np.array([0, 1, 2, 3]))
    search = quevedo.BatchedSearch(env, lambda planes: session.run(None, {"planes": planes}), simulations=64, seed=1)
    search.run()
    assert (search.policy().argmax(axis=1) == 5).all()
