"""Self-play on a GPU: learns a game of the package `quevedo` from nothing by batched PUCT and a residual network.

    python3 training/selfplay.py connect4:7x6 --minutes 5 --judged 1000 --out connect4.pt

Threads play games, each with many trees whose leaves are evaluated together; the search runs in Rust without the interpreter, so one
process keeps all cores and the GPU busy. Finished games go into a window of positions on the device, from which the network learns at
the same time, at most `--reuse` times from each position. The rate falls to nothing at the end of the time. With `--judged N` the solver
of the game tells how often a move of the search keeps the value: see `judge.py`. Needs numpy, torch and the package: docs/python.md."""

import argparse
import json
import os
import queue
import sys
import threading
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

import quevedo
from judge import Judge
from policy_value import Encoding, PolicyValue, Served

QUEUED = 64
"""Batches of examples that wait to be learned from, at most."""
WARM_UP = 200
"""Steps in which the rate rises."""
AVERAGED = 10
"""Steps between two weights in their moving average, which plays and is kept."""
DECAY = 0.97
"""Of that average."""


def log(text):
    print(text, flush=True)


class Openings:
    """Positions after a few random plies, so that games are different from the first move on."""

    def __init__(self, game, most, seed):
        self.most, self.choice = most, np.random.default_rng(seed)
        self.env = quevedo.VectorEnv(game, 256, seed=seed)
        self.ready = []

    def draw(self):
        """The text of a position; None for the start."""
        if self.most == 0:
            return None
        while not self.ready:
            self.play()
        return self.ready.pop()

    def play(self):
        self.env.reset()
        wanted = self.choice.integers(0, self.most + 1, len(self.env))
        open = np.full(len(self.env), True)
        for ply in range(self.most + 1):
            found = np.flatnonzero(open & (wanted == ply))
            self.ready += [self.env.position(int(game)) if ply else None for game in found]
            _, dones = self.env.step(self.env.sample())
            open &= ~dones
        self.choice.shuffle(self.ready)


class Step:
    """One move in all games of a thread."""

    def __init__(self, env, search, encoding, warm_plies, warmth):
        self.planes, self.turns, self.values = env.observations().astype(np.uint8), env.turns, search.values()
        # A proof ends the search: its visits say little, and its move all.
        is_proved = np.isin(self.values, (-1, 0, 1))
        self.actions = search.draw(np.where(is_proved, 0.0, np.where(env.plies < warm_plies, 1.0, warmth)))
        chosen = np.where(is_proved, self.actions.astype(np.int64), -1)
        self.policy = encoding.targets(search, len(env), chosen)
        self.is_lost = self.values == -1

    def examples(self, games, rewards):
        """What is learned of some games: planes, policy, result and value of the search, whether the policy counts."""
        results = rewards[games, self.turns[games]]
        numbers = np.stack((results, self.values[games], ~self.is_lost[games]), 1)
        return self.planes[games], self.policy[games], numbers.astype(np.float32)


class Player(threading.Thread):
    """A thread that plays games against itself until it is stopped."""

    def __init__(self, number, options, encoding, evaluate, finished):
        super().__init__(name=f"player {number}", daemon=True)
        self.options, self.encoding, self.finished = options, encoding, finished
        seed = options.seed * 1000 + number
        self.env = quevedo.VectorEnv(options.game, options.trees, seed=seed)
        self.openings = Openings(options.game, options.random_plies, seed)
        self.evaluations = self.moves = 0
        self.search = quevedo.BatchedSearch(
            self.env,
            self.counted(evaluate),
            simulations=options.simulations,
            batch=options.leaves,
            c=options.c,
            fpu=options.fpu,
            noise=options.noise,
            seed=seed,
        )
        self.begins, self.steps, self.first = np.zeros(options.trees, np.int64), [], 0
        self.stopping, self.error = threading.Event(), None

    def counted(self, evaluate):
        def call(planes):
            self.evaluations += len(planes)
            return evaluate(planes)

        return call

    def run(self):
        try:
            for game in range(len(self.env)):
                self.begin(game)
            while not self.stopping.is_set():
                self.play()
        except Exception as error:
            self.error = error

    def begin(self, game):
        if (opening := self.openings.draw()) is not None:
            self.env.set_position(game, opening)

    def play(self):
        """One move in every game. What has finished is handed over."""
        self.search.run()
        self.steps.append(Step(self.env, self.search, self.encoding, self.options.warm_plies, self.options.warmth))
        self.moves += len(self.env)
        rewards, dones = self.env.step(self.steps[-1].actions)
        games = np.flatnonzero(dones)
        if not len(games):
            return
        parts = []
        for number, step in enumerate(self.steps, self.first):
            of = games[self.begins[games] <= number]
            if len(of):
                parts.append(step.examples(of, rewards))
        self.hand_over([np.concatenate(column) for column in zip(*parts)], len(games))
        self.begins[games] = self.first + len(self.steps)
        for game in games:
            self.begin(int(game))
        ended = self.begins.min() - self.first
        del self.steps[:ended]
        self.first += ended

    def hand_over(self, examples, games):
        while not self.stopping.is_set():
            try:
                return self.finished.put((examples, games), timeout=0.5)
            except queue.Full:
                continue


class Window:
    """The last positions, on the device."""

    def __init__(self, encoding, size, device):
        self.encoding, self.size, self.device = encoding, size, device
        self.planes = torch.zeros((size, *encoding.planes), dtype=torch.uint8, device=device)
        self.policy = torch.zeros((size, encoding.logits), dtype=torch.float16, device=device)
        self.numbers = torch.zeros((size, 3), device=device)
        self.seen = 0
        self.count = torch.zeros((), device=device)
        mirrored = encoding.mirrored
        self.mirrored = None if mirrored is None else torch.from_numpy(mirrored).to(device)

    def __len__(self):
        return min(self.seen, self.size)

    def add(self, examples):
        planes, policy, numbers = (torch.from_numpy(column).to(self.device) for column in examples)
        places = (torch.arange(len(planes), device=self.device) + self.seen) % self.size
        self.planes[places], self.policy[places], self.numbers[places] = planes, policy.half(), numbers
        self.seen += len(planes)
        self.count.fill_(len(self))

    def draw(self, count):
        """Some of the positions, half of them mirrored. Nothing here waits for the device, so that it can be recorded."""
        chosen = (torch.rand(count, device=self.device, dtype=torch.float64) * self.count).long()
        planes, policy, numbers = self.planes[chosen], self.policy[chosen].float(), self.numbers[chosen]
        if self.mirrored is not None:
            half = count // 2
            planes = torch.cat((planes[:half], planes[half:].flip(3)))
            policy = torch.cat((policy[:half], policy[half:][:, self.mirrored]))
        return planes, policy, numbers


class Learner:
    """Steps of gradient descent, recorded as a CUDA graph where there is a GPU."""

    def __init__(self, net, encoding, window, options, device):
        self.net, self.encoding, self.window, self.options, self.device = net, encoding, window, options, device
        on_gpu = device.type == "cuda"
        self.is_recorded, self.graph = on_gpu and not options.eager, None
        rate = torch.tensor(0.0, device=device) if self.is_recorded else 0.0
        self.optimiser = torch.optim.AdamW(
            net.parameters(), rate, weight_decay=options.decay, fused=on_gpu, capturable=self.is_recorded
        )
        self.losses, self.since, self.steps = torch.zeros(2, device=device), 0, 0
        average = torch.optim.swa_utils.get_ema_multi_avg_fn(DECAY)
        self.averaged = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=average, use_buffers=True)

    def record(self):
        """Records a step. What the steps before it change is put back."""
        if not self.is_recorded:
            return
        before = {name: tensor.clone() for name, tensor in self.net.state_dict().items()}
        moments = {weight: {name: kept.clone() for name, kept in state.items()} for weight, state in self.optimiser.state.items()}
        self.net.train()
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self.compute()
        torch.cuda.current_stream().wait_stream(side)
        self.optimiser.zero_grad(set_to_none=True)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.compute()
        self.graph = graph
        with torch.no_grad():
            for name, tensor in self.net.state_dict().items():
                tensor.copy_(before[name])
            for weight, state in self.optimiser.state.items():
                for name, kept in state.items():
                    kept.copy_(moments[weight][name]) if weight in moments else kept.zero_()
            self.losses.zero_()
        torch.cuda.synchronize()

    def learn(self, steps, part):
        """So many steps; `part` is the part of the time that has passed."""
        rising = min(1.0, (self.steps + 1) / WARM_UP)
        falling = min(1.0, max(0.0, (1 - part) / self.options.falling))
        self.set_rate(self.options.rate * rising * falling)
        self.net.train()
        for _ in range(steps):
            self.graph.replay() if self.graph else self.compute()
            self.steps += 1
            self.since += 1
            if self.steps % AVERAGED == 0:
                self.average()
        if self.device.type == "cuda":
            torch.cuda.current_stream().synchronize()

    def average(self):
        """The weights themselves at first, and then their moving average."""
        if self.steps <= WARM_UP:
            self.averaged.n_averaged.zero_()
        self.averaged.update_parameters(self.net)

    def set_rate(self, rate):
        for group in self.optimiser.param_groups:
            if self.is_recorded:
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate

    def compute(self):
        self.optimiser.zero_grad(set_to_none=True)
        planes, policy, numbers = self.window.draw(self.options.batch)
        results, searched, counts = numbers.unbind(1)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda", cache_enabled=not self.is_recorded):
            logits, values = self.net(planes.float().contiguous(memory_format=torch.channels_last))
        target = results + self.options.searched * (searched - results)
        policy_loss = (self.encoding.policy_loss(logits, policy) * counts).mean()
        value_loss = functional.mse_loss(values, target)
        (policy_loss + value_loss).backward()
        self.optimiser.step()
        self.losses += torch.stack((policy_loss.detach(), value_loss.detach()))

    def mean_losses(self):
        """Those of policy and value since the last call."""
        losses = (self.losses / max(1, self.since)).tolist()
        self.losses.zero_()
        self.since = 0
        return losses


class Run:
    """A run of self-play and training until its time is over."""

    def __init__(self, options):
        self.options, self.begin = options, time.perf_counter()
        self.device = torch.device(options.device or ("cuda" if torch.cuda.is_available() else "cpu"))
        torch.manual_seed(options.seed)
        self.encoding = Encoding(options.game)
        self.judge = Judge(options.game, options.judged, options.seed, options.threads, options.judged_file) if options.judged else None
        self.net = PolicyValue(self.encoding, options.channels, options.blocks).to(self.device).to(memory_format=torch.channels_last)
        self.window = Window(self.encoding, options.window, self.device)
        self.learner = Learner(self.net, self.encoding, self.window, options, self.device)
        if options.init:
            self.load(options.init)
        self.learner.record()
        self.served = Served(self.learner.averaged.module, self.encoding, self.device, not options.eager)
        self.finished = queue.Queue(QUEUED)
        most = options.trees * options.leaves
        self.players = [
            Player(number, options, self.encoding, self.served.caller(most), self.finished) for number in range(options.threads)
        ]
        self.judge_caller = self.served.caller(max(most, options.judged))
        self.games, self.lines = 0, []
        self.last = {"at": 0.0, "moves": 0, "evaluations": 0, "steps": 0}

    def seconds(self):
        return time.perf_counter() - self.begin

    def part(self):
        """Of the time, how much has passed."""
        return self.seconds() / (60 * self.options.minutes)

    def go(self):
        log(f"{self.options.game} on {self.describe()}, ready after {self.seconds():.1f} s")
        begin = time.perf_counter()
        for player in self.players:
            player.start()
        try:
            while self.part() < 1:
                self.learn()
                if time.perf_counter() - self.begin >= self.last["at"] + self.options.report:
                    self.report()
        except KeyboardInterrupt:
            log("interrupted: the network is judged and kept")
        finally:
            self.stop()
        self.played = time.perf_counter() - begin
        self.served.update(self.learner.averaged.module)
        self.report(is_last=True)

    def describe(self):
        name = torch.cuda.get_device_name() if self.device.type == "cuda" else "the processor"
        weights = sum(parameter.numel() for parameter in self.net.parameters())
        options = self.options
        return f"{name}: {options.blocks} blocks of {options.channels} channels ({weights:,} weights), {options.threads} threads of {options.trees} trees"

    def learn(self):
        """Takes finished games into the window, and learns as much as they allow."""
        if any(player.error for player in self.players):
            raise next(player.error for player in self.players if player.error)
        options = self.options
        allowed = int(self.window.seen * options.reuse / options.batch) - self.learner.steps
        is_ready = len(self.window) >= options.first
        waits = not is_ready or allowed < 1
        while True:
            try:
                examples, games = self.finished.get(timeout=0.1) if waits else self.finished.get_nowait()
            except queue.Empty:
                break
            self.window.add(examples)
            self.games += games
            waits = False
        if is_ready and allowed >= 1:
            before = self.learner.steps // options.refresh
            self.learner.learn(min(allowed, options.refresh), self.part())
            if self.learner.steps // options.refresh != before:
                self.served.update(self.learner.averaged.module)

    def stop(self):
        for player in self.players:
            player.stopping.set()
        for player in self.players:
            player.join()

    def report(self, is_last=False):
        """A line of figures, a checkpoint, and every time it can be had the judgement."""
        now, moves = self.seconds(), sum(player.moves for player in self.players)
        evaluations = sum(player.evaluations for player in self.players)
        passed, last = max(1e-9, now - self.last["at"]), self.last
        policy_loss, value_loss = self.learner.mean_losses()
        line = {
            "seconds": now,
            "games": self.games,
            "positions": self.window.seen,
            "moves_a_second": (moves - last["moves"]) / passed,
            "simulations_a_second": (moves - last["moves"]) * self.options.simulations / passed,
            "evaluations_a_second": (evaluations - last["evaluations"]) / passed,
            "learned_a_second": (self.learner.steps - last["steps"]) * self.options.batch / passed,
            "steps": self.learner.steps,
            "policy_loss": policy_loss,
            "value_loss": value_loss,
        }
        self.last = {"at": now, "moves": moves, "evaluations": evaluations, "steps": self.learner.steps}
        if self.judge and (is_last or self.judge.is_ready()):
            line |= self.judged()
        self.lines.append(line)
        log(
            f"{now:4.0f} s: {line['positions']:,} positions of {self.games:,} games; in a second {line['moves_a_second']:,.0f} moves, "
            f"{line['evaluations_a_second']:,.0f} evaluations, {line['learned_a_second']:,.0f} learned from; "
            f"loss {policy_loss:.3f} + {value_loss:.3f}" + (f"; keeps {line['accuracy']:.1%}" if "accuracy" in line else "")
        )
        if is_last:
            self.sum_up(line)
        self.save()

    def sum_up(self, line):
        """The figures of the whole run."""
        moves, evaluations = (sum(getattr(player, name) for player in self.players) for name in ("moves", "evaluations"))
        seconds, simulations = self.played, moves * self.options.simulations
        line["played_seconds"], line["moves"], line["evaluations"] = seconds, moves, evaluations
        log(
            f"in all {moves:,} moves in {seconds:.0f} s: {moves / seconds:,.0f} moves, {simulations / seconds:,.0f} simulations, "
            f"{evaluations / seconds:,.0f} evaluations a second; {line['steps']:,} steps of {self.options.batch} positions"
        )
        if self.judge:
            log(f"{line['kept']} of {line['positions_judged']} moves keep the value, {line['hard_kept']} of {line['hard']} where a wrong move exists")

    def judged(self):
        options = self.options
        found = self.judge.accuracy(self.judge_caller, simulations=options.judged_simulations, c=options.c, fpu=options.fpu, threads=4)
        return {"positions_judged": found.pop("positions"), **found}

    def save(self):
        """The checkpoint: the weights that play, those that learn, and the figures. A run continues from it with --init."""
        path = Path(self.options.out)
        state = {
            "game": self.options.game,
            "options": vars(self.options),
            "net": self.learner.averaged.module.state_dict(),
            "learning": self.net.state_dict(),
            "optimiser": self.learner.optimiser.state_dict(),
            "lines": self.lines,
        }
        unfinished = path.with_suffix(".unfinished")
        torch.save(state, unfinished)
        os.replace(unfinished, path)
        path.with_suffix(".jsonl").write_text("".join(json.dumps(line) + "\n" for line in self.lines))

    def load(self, path):
        state = torch.load(path, map_location=self.device, weights_only=True)
        if state["game"] != self.options.game:
            sys.exit(f"{path} plays {state['game']}, not {self.options.game}")
        self.net.load_state_dict(state["learning"])
        self.learner.averaged.module.load_state_dict(state["net"])
        rate = self.learner.optimiser.param_groups[0]["lr"]
        self.learner.optimiser.load_state_dict(state["optimiser"])
        for group in self.learner.optimiser.param_groups:
            group["lr"] = rate


def parse():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    cores = os.cpu_count() or 1
    parser.add_argument("game", help="a game or variant, as `quevedo games` lists it")
    parser.add_argument("--minutes", type=float, default=5.0, help="for all but the last judgement (5)")
    parser.add_argument("--out", default="selfplay.pt", help="the checkpoint; figures are beside it, a line of JSON for each report")
    parser.add_argument("--init", help="continues from this checkpoint")
    parser.add_argument("--device", help="cuda where there is a GPU, cpu elsewhere")
    parser.add_argument("--eager", action="store_true", help="without CUDA graphs")
    parser.add_argument("--seed", type=int, default=1)
    net = parser.add_argument_group("network")
    net.add_argument("--blocks", type=int, default=6)
    net.add_argument("--channels", type=int, default=64)
    play = parser.add_argument_group("play")
    play.add_argument("--threads", type=int, default=max(1, min(8, cores - 4)), help="that play")
    play.add_argument("--trees", type=int, default=1024, help="games side by side of each thread")
    play.add_argument("--leaves", type=int, default=2, help="of a tree that are evaluated together")
    play.add_argument("--simulations", type=int, default=100, help="for a move")
    play.add_argument("--c", type=float, default=1.25, help="exploration")
    play.add_argument("--fpu", type=float, default=0.1, help="a move without visits counts so much less than its parent")
    play.add_argument("--noise", type=float, default=0.25, help="the share of Dirichlet noise at the root")
    play.add_argument("--random-plies", type=int, default=20, help="before a game, at most")
    play.add_argument("--warm-plies", type=int, default=6, help="moves of a game drawn by their visits")
    play.add_argument("--warmth", type=float, default=0.25, help="the temperature of all others")
    learn = parser.add_argument_group("learning")
    learn.add_argument("--batch", type=int, default=2048)
    learn.add_argument("--rate", type=float, default=2e-3, help="the learning rate")
    learn.add_argument("--falling", type=float, default=0.6, help="the part of the time in which the rate falls")
    learn.add_argument("--decay", type=float, default=1e-4, help="weight decay")
    learn.add_argument("--searched", type=float, default=0.5, help="how much the value of the search counts beside the result")
    learn.add_argument("--reuse", type=float, default=4.0, help="how often a position is learned from")
    learn.add_argument("--window", type=int, default=1_500_000, help="positions")
    learn.add_argument("--first", type=int, default=20_000, help="positions before anything is learned")
    learn.add_argument("--refresh", type=int, default=50, help="steps before the players get new weights")
    judge = parser.add_argument_group("figures")
    judge.add_argument("--report", type=float, default=20.0, help="seconds between two lines of figures")
    judge.add_argument("--judged", type=int, default=0, help="positions that the solver judges; 0 for none")
    judge.add_argument("--judged-simulations", type=int, default=200)
    judge.add_argument("--judged-file", help="keeps the solved positions")
    return parser.parse_args()


def main():
    # Threads hand the interpreter over quickly: they hold it for microseconds at a time.
    sys.setswitchinterval(0.0005)
    torch.backends.cudnn.benchmark, torch.backends.cudnn.benchmark_limit = True, 4
    run = Run(parse())
    run.go()
    if run.judge:
        run.judge.close()


if __name__ == "__main__":
    main()
