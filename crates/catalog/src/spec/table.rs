//! The table of all players and their keys.

use super::Kind;

/// A player: its name, what it means, and the keys it takes.
#[derive(Debug)]
pub struct PlayerDescription {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub meaning: &'static str,
    /// Its keys, in the order they are printed.
    pub keys: &'static [Key],
}

impl PlayerDescription {
    /// Whether it is a program from outside, which whoever names it has started on this machine.
    pub fn is_external(&self) -> bool {
        matches!(self.name, "uci" | "nboard")
    }
}

/// A key of a player.
#[derive(Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// What it means, in one line.
    pub meaning: &'static str,
}

const fn key(name: &'static str, kind: Kind, meaning: &'static str) -> Key {
    Key { name, kind, meaning }
}

const SEED: Key = key("seed", Kind::Number(0, u64::MAX), "the same seed plays the same games");
const TIES: Key = key("seed", Kind::Number(0, u64::MAX), "breaks ties between equally good moves");
const EVAL: Key = key(
    "eval",
    Kind::Name,
    "the evaluator, `best` unless said otherwise (see `quevedo evals`), or the path of a network",
);
const EFFORT: Key =
    key("effort", Kind::Real(0.01, 100.0), "scales the thinking of every level; 1 unless said otherwise");
const DEPTH: Key = key("depth", Kind::Number(1, 100), "plies to look ahead");
const TIME: Key = key("time", Kind::Time, "time for a move");
const NODES: Key = key("nodes", Kind::Number(1, u64::MAX), "positions to look at");
const COMMAND: Key = key(
    "cmd",
    Kind::Text { shown: "COMMAND", expected: "a program and its arguments, in quotes where they hold blanks" },
    "the program and its arguments; quotes around what holds blanks, no commas",
);
const GRACE: Key =
    key("grace", Kind::Time, "silence beyond its time that is forgiven, 5s; 12 times that without a time");

const fn switch(name: &'static str, meaning: &'static str) -> Key {
    key(name, Kind::Switch, meaning)
}

/// Every player.
pub(super) const PLAYERS: &[PlayerDescription] = &[
    PlayerDescription { name: "human", meaning: "a person", keys: &[] },
    PlayerDescription { name: "random", meaning: "a uniformly random legal move", keys: &[SEED] },
    PlayerDescription { name: "greedy", meaning: "the best position after one move", keys: &[EVAL, TIES] },
    PlayerDescription {
        name: "minimax",
        meaning: "plain minimax without pruning, the teaching reference",
        keys: &[EVAL, DEPTH, TIES],
    },
    PlayerDescription {
        name: "alphabeta",
        meaning: "the skeleton: iterative deepening alpha-beta with all its techniques",
        keys: &[
            EVAL,
            DEPTH,
            TIME,
            NODES,
            key("hash", Kind::Number(1, 1 << 20), "MiB of the transposition table, 64 unless said otherwise"),
            key("threads", Kind::Number(1, 1024), "threads that search together"),
            key("lines", Kind::Number(1, 100), "best lines to look for, 1 unless said otherwise"),
            key("table", Kind::File, "a history table kept on disk from game to game"),
            switch("tt", "the transposition table"),
            switch("history", "moves ordered by how they did elsewhere"),
            switch("killers", "killer moves and countermoves"),
            switch("nullmove", "passing to prove that a position is good enough"),
            switch("lmr", "late moves searched less deep"),
            switch("quiescence", "noisy moves followed before judging"),
            switch("aspiration", "a narrow window around the last score"),
            switch("pruning", "hopeless moves left out near the leaves"),
            switch("extensions", "threatened and forced positions searched deeper"),
            switch("exact", "tables and solvers where they reach; off unless said otherwise"),
            TIES,
        ],
    },
    PlayerDescription {
        name: "mcts",
        meaning: "Monte Carlo tree search",
        keys: &[
            key("policy", Kind::OneOf(POLICIES), "how children are chosen; ucb1 unless said otherwise"),
            EVAL,
            key("sims", Kind::Number(1, u64::MAX), "simulations a move"),
            TIME,
            key("c", Kind::Real(0.0, 100.0), "exploration"),
            key("epsilon", Kind::Real(0.0, 1.0), "how often another than the best child is chosen"),
            key("width", Kind::Number(1, 100_000), "children kept by ucbcut, 48 unless said otherwise"),
            key("rollout", Kind::OneOf(&["random", "eval"]), "games played out at random, or judged after some plies"),
            key("plies", Kind::Number(0, 1000), "random plies before `rollout=eval` judges"),
            switch("widening", "children added as visits grow, best first"),
            key("noise", Kind::Real(0.0, 1.0), "share of the priors of puct at the root that is noise, for self-play"),
            key(
                "batch",
                Kind::Number(1, 256),
                "leaves that `rollout=eval` has judged at once; 1 unless said otherwise",
            ),
            switch("solver", "proved wins and losses carried up the tree"),
            switch("split", "moves of two steps searched one step at a time"),
            key("threads", Kind::Number(1, 1024), "trees searched together"),
            key("tree", Kind::Number(1000, 1 << 32), "positions kept in memory, at most"),
            SEED,
        ],
    },
    PlayerDescription { name: "easy", meaning: "for beginners and children (level 2)", keys: &[EFFORT, SEED] },
    PlayerDescription { name: "medium", meaning: "for people who know the game (level 4)", keys: &[EFFORT, SEED] },
    PlayerDescription { name: "hard", meaning: "for good players (level 8)", keys: &[EFFORT, SEED] },
    PlayerDescription { name: "max", meaning: "as strong as it gets, 5 s a move", keys: &[EFFORT, SEED] },
    PlayerDescription {
        name: "level",
        meaning: "`level=1` to `level=10`: from a beginner to full strength",
        keys: &[key("level", Kind::Number(1, 10), "1 is the weakest"), EFFORT, SEED],
    },
    PlayerDescription {
        name: "perfect",
        meaning: "exact play where the position is solved, as strong as `max` elsewhere",
        keys: &[EFFORT, SEED],
    },
    PlayerDescription {
        name: "uci",
        meaning: "another program that speaks UCI, in matches and tournaments",
        keys: &[
            COMMAND,
            DEPTH,
            TIME,
            NODES,
            key(
                "options",
                Kind::Text { shown: "NAME:VALUE;…", expected: "`name:value` of its options, several joined by `;`" },
                "options of the program, as in `Hash:16;Skill Level:5`",
            ),
            key(
                "variant",
                Kind::Text { shown: "NAME", expected: "what the program calls the game" },
                "what the program calls the game, where it is not what others call it",
            ),
            GRACE,
        ],
    },
    PlayerDescription {
        name: "nboard",
        meaning: "another program that speaks NBoard, in matches and tournaments of Othello",
        keys: &[COMMAND, DEPTH, GRACE],
    },
];

const POLICIES: &[&str] = &["ucb1", "ucbcut", "epsilon", "epsilonmod", "puct"];
