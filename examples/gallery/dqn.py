"""A network learns to catch falling balls from rewards: `python examples/gallery/dqn.py`.

Mnih et al., "Playing Atari with deep reinforcement learning" (2013), on a board of 8 x 6.
"""

import argparse
from collections import deque

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from mxnet.gluon import nn

HEIGHT, WIDTH = 8, 6


class Catch:
    """A ball falls, the paddle below moves left, stays or moves right; the reward at the end is 1 or -1."""

    def __init__(self, rng):
        self.rng = rng

    def reset(self):
        """Begin a game; return the board."""
        self.row, self.ball, self.paddle = 0, self.rng.randint(WIDTH), self.rng.randint(WIDTH)
        return self.board()

    def board(self):
        """Return the board as one row of numbers."""
        board = np.zeros((HEIGHT, WIDTH), "float32")
        board[self.row, self.ball] = board[HEIGHT - 1, self.paddle] = 1
        return board.ravel()

    def step(self, action):
        """Move; return the board, the reward, and whether the game is over."""
        self.paddle = min(max(self.paddle + action - 1, 0), WIDTH - 1)
        self.row += 1
        over = self.row == HEIGHT - 1
        return self.board(), (1.0 if self.ball == self.paddle else -1.0) if over else 0.0, over


def network():
    """Return a new network: a board to the value of each move."""
    net = nn.HybridSequential()
    net.add(nn.Dense(64, activation="relu", in_units=HEIGHT * WIDTH), nn.Dense(3, in_units=64))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    return net


def train(games=600, batch_size=32, discount=0.9, seed=0):
    """Return the network and the reward of each game."""
    mx.random.seed(seed)
    rng = np.random.RandomState(seed)
    net, target = network(), network()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 2e-3})
    loss_of = gluon.loss.HuberLoss()
    seen, rewards, game = deque(maxlen=2000), [], Catch(rng)
    for number in range(games):
        board, over = game.reset(), False
        curious = max(0.05, 1 - number / (games / 2))
        while not over:
            best = net(mx.nd.array(board[None])).argmax(axis=1).asscalar()
            action = rng.randint(3) if rng.uniform() < curious else int(best)
            after, reward, over = game.step(action)
            seen.append((board, action, reward, after, over))
            board = after
        rewards.append(reward)
        if len(seen) < batch_size:
            continue
        for _ in range(3):
            chosen = [seen[i] for i in rng.randint(len(seen), size=batch_size)]
            boards, actions, gains, afters, ends = (mx.nd.array(np.array(each)) for each in zip(*chosen, strict=True))
            wanted = gains + discount * (1 - ends) * target(afters).max(axis=1)
            with autograd.record():
                loss = loss_of(net(boards).pick(actions, axis=1), wanted)
            loss.backward()
            trainer.step(batch_size)
        if number % 20 == 0:
            for mine, other in zip(target.collect_params().values(), net.collect_params().values(), strict=True):
                mine.set_data(other.data())
    return net, rewards


def draw(rewards, out, window=50):
    """Write an image of the share of balls that were caught, over the games."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    caught = np.convolve(np.array(rewards) > 0, np.ones(window) / window, "valid")
    figure, axis = plt.subplots(figsize=(6, 3))
    axis.plot(np.arange(len(caught)) + window, caught)
    axis.set(xlabel="game", ylabel=f"caught of the last {window}", ylim=(0, 1))
    figure.savefig(out)
    plt.close(figure)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--out", default="dqn.png", help="the image that is written (default: %(default)s)")
    args = parser.parse_args()
    _, history = train(args.games)
    draw(history, args.out)
    first, last = (np.mean(np.array(part) > 0) for part in (history[:100], history[-100:]))
    print(f"caught: {first:.0%} of the first 100, {last:.0%} of the last; see {args.out}")
