"""Connect-4 on 7x6 learned by self-play: our trees, a network of PyTorch. Run it: python selfplay.py [--quick]

A generation plays moves in many games at once by batched PUCT, learns from the visits and the results, and is judged by the solver:
the share of positions of random games in which its move keeps the value."""

# %%
import argparse
import random
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import quevedo

GAME = "connect4:7x6"
PLANES, ROWS, COLUMNS = quevedo.Game(GAME).observation_shape
ACTIONS = quevedo.Game(GAME).num_actions


# %% A residual network with a policy and a value.
class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(width, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(),
            nn.Conv2d(width, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
        )

    def forward(self, x):
        return functional.relu(x + self.layers(x))


class Net(nn.Module):
    def __init__(self, width, blocks):
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Conv2d(PLANES, width, 3, padding=1), nn.ReLU(), *(Block(width) for _ in range(blocks)), nn.Flatten()
        )
        self.policy = nn.Linear(width * ROWS * COLUMNS, ACTIONS)
        self.value = nn.Sequential(nn.Linear(width * ROWS * COLUMNS, 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh())

    def forward(self, planes):
        features = self.trunk(planes)
        return self.policy(features), self.value(features)[:, 0]


def evaluator(net, device):
    """What the search asks: logits and values of many positions."""

    def evaluate(planes):
        net.eval()
        with torch.inference_mode():
            logits, values = net(torch.from_numpy(planes).to(device))
        return logits.cpu().numpy(), values.cpu().numpy()

    return evaluate


# %% Self-play: finished games become examples.
class SelfPlay:
    def __init__(self, games, seed):
        self.env = quevedo.VectorEnv(GAME, games, seed=seed)
        self.open = [[] for _ in range(games)]

    def play(self, evaluate, wanted, simulations, seed):
        """So many examples: planes, policy, value."""
        search = quevedo.BatchedSearch(self.env, evaluate, simulations=simulations, noise=0.25, batch=4, seed=seed)
        examples = []
        while len(examples) < wanted:
            search.run()
            planes, policy, turns = self.env.observations(), search.policy(), self.env.turns
            rewards, dones = self.env.step(search.draw(np.where(self.env.plies < 10, 1.0, 0.25)))
            for game, history in enumerate(self.open):
                history.append((planes[game], policy[game], turns[game]))
                if dones[game]:
                    examples += [(seen, shares, rewards[game, turn]) for seen, shares, turn in history]
                    history.clear()
        return examples


def learn(net, optimizer, examples, steps, device):
    """Some steps of gradient descent, half of the examples mirrored; returns the mean losses of policy and value."""
    net.train()
    columns = [torch.from_numpy(np.stack(column).astype(np.float32)).to(device) for column in zip(*examples)]
    losses = np.zeros(2)
    for _ in range(steps):
        chosen = torch.randint(len(examples), (256,), device=device)
        planes, policy, value = (column[chosen] for column in columns)
        if random.random() < 0.5:
            planes, policy = planes.flip(3), policy.flip(1)
        logits, found = net(planes)
        policy_loss, value_loss = functional.cross_entropy(logits, policy), functional.mse_loss(found, value)
        optimizer.zero_grad()
        (policy_loss + value_loss).backward()
        optimizer.step()
        losses += [policy_loss.item(), value_loss.item()]
    return losses / steps


# %% The judge: positions of random games, and which moves keep their value.
def judged_positions(count, seed):
    draw, found = random.Random(seed), []
    rank = {"loss": 0, "draw": 1, "win": 2}
    while len(found) < count:
        position = quevedo.Position(GAME)
        for _ in range(draw.randrange(8, 30)):
            if position.is_over:
                break
            position = position.play(draw.choice(position.legal_moves))
        if position.is_over:
            continue
        value, kept = rank[position.solve().value], []
        for move in position.legal_moves:
            after = position.play(move)
            end = after.outcome
            # What the other side has after the move is the opposite of what the move is worth.
            worth = (2 if end.winner is not None else 1) if end else 2 - rank[after.solve().value]
            kept += [position.action_of(move)] if worth == value else []
        if len(kept) < len(position.legal_moves):
            found.append((position, kept))
    return found


def accuracy(evaluate, positions, simulations):
    """The share of the positions in which the search keeps the value."""
    env = quevedo.VectorEnv(GAME, len(positions))
    for game, (position, _) in enumerate(positions):
        env.set_position(game, position.text)
    search = quevedo.BatchedSearch(env, evaluate, simulations=simulations, batch=1, seed=0)
    search.run()
    return np.mean([action in kept for action, (_, kept) in zip(search.draw().tolist(), positions)])


# %%
def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--games", type=int, default=512, help="games side by side")
    parser.add_argument("--examples", type=int, default=20_000, help="examples of a generation")
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--blocks", type=int, default=5)
    parser.add_argument("--judged", type=int, default=300, help="positions for the judge")
    parser.add_argument("--quick", action="store_true", help="one small generation, to see it run")
    # A kernel has arguments of its own.
    options, _ = parser.parse_known_args()
    if options.quick:
        parser.set_defaults(generations=1, games=16, examples=200, simulations=20, width=16, blocks=1, judged=10)
        options, _ = parser.parse_known_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(0)
    net = Net(options.width, options.blocks).to(device)
    optimizer = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=1e-4)
    evaluate = evaluator(net, device)
    selfplay, judged, recent = SelfPlay(options.games, seed=1), judged_positions(options.judged, seed=2), []
    for generation in range(1, options.generations + 1):
        begin = time.perf_counter()
        examples = selfplay.play(evaluate, options.examples, options.simulations, seed=generation)
        speed = len(examples) / (time.perf_counter() - begin)
        recent = (recent + examples)[-10 * options.examples :]
        losses = learn(net, optimizer, recent, max(1, len(recent) // 256), device)
        share = accuracy(evaluate, judged, options.simulations)
        print(
            f"generation {generation}: {speed:.0f} positions/s, loss {losses[0]:.3f} + {losses[1]:.3f}, keeps {share:.1%}",
            flush=True,
        )
    torch.save(net.state_dict(), "connect4.pt")


if __name__ == "__main__":
    main()
