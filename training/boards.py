"""Input encodings of networks, by the name in data and weight files. `quevedo` describes the encoding in the folder of the data
(`encoding.json`). For data without that file the Python package knows it, and where that is not installed the table here, which a test
compares with the package."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Board:
    """The input encoding of a game."""

    width: int
    height: int
    planes: int
    pieces: int
    """Upper bound on active features."""
    steps: int
    """How many squares tell moves apart."""
    shared: int = 0
    """Planes at the end that are the same for both sides."""
    flips: bool = False
    """Whether each side sees its own first row at the bottom."""
    scale: float = 250.0
    """Points for one unit of log-odds of winning, where the recipe has no `scale`."""
    described: tuple = ()
    """Each feature as the other side sees it, where the data describes it."""
    buckets: dict | None = None
    """What selects the input bucket of a perspective, where the data describes it: `plane`, `count`, and for each square of the piece on
    that plane the number of the bucket and whether left and right are exchanged."""

    @classmethod
    def read(cls, encoding):
        """The encoding of a folder of data, from its description."""
        known = {key: encoding[key] for key in ("width", "height", "planes", "steps", "scale")}
        return cls(pieces=encoding["max_active_features"], described=tuple(encoding["flipped"]), buckets=encoding.get("buckets"), **known)

    @property
    def squares(self):
        return self.width * self.height

    @property
    def inputs(self):
        return self.planes * self.squares

    def flipped(self):
        """Each feature as the other side sees it."""
        if self.described:
            return list(self.described)
        half = (self.planes - self.shared) // 2
        result = []
        for number in range(self.inputs):
            plane, square = divmod(number, self.squares)
            if plane < 2 * half:
                plane = (plane + half) % (2 * half)
            if self.flips:
                square = (self.height - 1 - square // self.width) * self.width + square % self.width
            result.append(plane * self.squares + square)
        return result

    def symmetries(self, kind):
        """For each symmetry of the board, the square that comes to every square."""
        width, height = self.width, self.height
        pictures = [lambda x, y: (x, y)]
        if kind in ("mirror", "square"):
            pictures.append(lambda x, y: (width - 1 - x, y))
        if kind == "square":
            if width != height:
                raise ValueError('symmetries = "square" needs a square board')
            pictures += [(lambda p: lambda x, y: (p(x, y)[0], height - 1 - p(x, y)[1]))(p) for p in list(pictures)]
            pictures += [(lambda p: lambda x, y: p(x, y)[::-1])(p) for p in list(pictures)]
        elif kind not in ("none", "mirror"):
            raise ValueError(f'symmetries are "none", "mirror" or "square", not "{kind}"')

        def square(picture, number):
            x, y = picture(number % width, number // width)
            return y * width + x

        return [[square(picture, number) for number in range(self.squares)] for picture in pictures]


TABLE = {
    "chess": Board(8, 8, planes=12, pieces=32, steps=2, flips=True),
    "othello": Board(8, 8, planes=2, pieces=64, steps=1),
    "connect4": Board(8, 7, planes=2, pieces=56, steps=1),
    "connect4-7x6": Board(7, 6, planes=2, pieces=42, steps=1),
    "amazons": Board(10, 10, planes=20, pieces=200, steps=3, shared=2, scale=500.0),
    "amazons-8x8": Board(8, 8, planes=20, pieces=128, steps=3, shared=2, scale=500.0),
    "amazons-6x6": Board(6, 6, planes=20, pieces=72, steps=3, shared=2, scale=500.0),
    "mouse-cats": Board(8, 8, planes=4, pieces=5, steps=2),
    "hare-hounds": Board(5, 3, planes=4, pieces=4, steps=2),
    "fox-geese": Board(7, 7, planes=4, pieces=18, steps=2),
}


def packaged():
    """The encodings that the Python package knows; none without it."""
    try:
        import quevedo
    except ImportError:
        return {}
    encodings = [quevedo.Game(name).input_encoding() for name in quevedo.games()]
    return {encoding["name"]: Board.read(encoding) for encoding in encodings}


BOARDS = TABLE | packaged()


def encoding_of(game):
    """The encoding of a game, by its name in recipes: `connect4-7x6` for `connect4:7x6`. Variants that only begin
    otherwise, as `fox-geese:13`, have the encoding of their game."""
    own = game.replace(":", "-")
    return own if own in BOARDS else game.partition(":")[0]
