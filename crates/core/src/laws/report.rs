//! The list of laws, what a check covered, and what a broken law says.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::View;

macro_rules! laws {
    ($($area:ident { $($law:ident: $words:literal,)+ })+) => {
        /// A law of the suite. Its documentation is what it demands.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Law {
            $($(#[doc = $words] $law,)+)+
        }

        impl Law {
            /// Every law, by area.
            pub const ALL: &'static [Self] = &[$($(Self::$law,)+)+];

            /// The trait that the law is about.
            pub const fn area(self) -> &'static str {
                match self { $($(Self::$law => stringify!($area),)+)+ }
            }

            /// What the law demands, in words.
            pub const fn words(self) -> &'static str {
                match self { $($(Self::$law => $words,)+)+ }
            }
        }
    };
}

laws! {
    Game {
        Hash: "the hash kept by play equals the hash from scratch",
        HashesDiffer: "different positions have different hashes",
        HashHasTurn: "the same board with the other side to move has another hash",
        TurnChanges: "some move changes the turn",
        MoveCount: "`count_moves` and `has_moves` agree with `each_move`",
        MoveOrder: "`each_move` depends on the position alone",
        RandomMove: "`random_move` gives every legal move and no other",
        Ends: "a game is over exactly when there is an outcome, and has no moves then",
        Outcome: "outcome is `ended`, or `stuck` when there is no move",
        Reasons: "every reason is common or among `View::REASONS`, with words in both languages",
        Reversible: "an equal position is no further back than `reversible_plies`",
        Replay: "undo and redo lead to the same position",
        Mirror: "the mirror image of a position has the mirrored moves and the same outcome",
        Swap: "with colours exchanged, a position of equal sides has as many moves and the opposite outcome",
    }
    Notation {
        PositionText: "a position reads back from its text, and is written the same again",
        MoveText: "every move reads back from its text, and no two are written alike",
        LegalOnly: "`parse_move` takes no illegal move",
        Refusals: "a refused text is refused with words in both languages",
        UciText: "every position and move reads back from what UCI programs get",
    }
    View {
        Words: "names, rules and choices have words in both languages",
        Places: "places have names and coordinates of their own, and files and ranks run along the board",
        BoardText: "the board drawn is the board of the position text",
        Taps: "taps are places or choices, and tell moves apart",
        TapOrder: "taps come in the order of the move text",
        FirstTap: "the first tap is a piece of the side to move, or an empty place that gets a piece",
        LastTap: "the last tapped place changes",
        HalfMoves: "`board_after_taps` begins with the board and ends with the board after the move",
        NoWrap: "no step leads across the whole board to the opposite edge",
        DecisivePlaces: "decisive places are places of the board, each once, and only of a game that is over",
        Countdown: "a countdown has words, and runs out only when the game is over",
        Draws: "a game that has no draws is never drawn",
    }
    Compose {
        Palette: "every piece on the board is in the palette, where and as often as the palette allows",
        Setups: "a position taken apart and put together again is the same position",
        Edits: "an edited setup is refused with words, or is the position with just these pieces",
    }
    Planes {
        Constants: "the constants fit each other and the board",
        ActiveFeatures: "active features are in range, rising, and no more than `MAX_ACTIVE_FEATURES`",
        Perspectives: "both perspectives show the same position",
        InputBuckets: "every square selects an input bucket, and at most one piece does",
        PiecePlanes: "every piece is on the plane of its kind, on its square",
        PlaneChanges: "a move that changes the board changes the planes of both perspectives",
        Steps: "the steps of a move are squares of the board, where the pieces of the move are",
        Actions: "`move_of_action` finds the moves of the list, and no others",
    }
    Tactics {
        HistoryKeys: "history, continuation and capture keys are below their numbers",
        NoisyMoves: "`each_noisy_move` visits the moves for which `is_noisy` holds",
        Exchange: "`exchange_at_least` agrees with `static_exchange`",
        Pass: "pass changes the turn and nothing on the board",
        Params: "what `PARAMS` switches on, the game supplies",
    }
    Evaluators {
        Names: "evaluators and terms have names, terms in both languages, and the first evaluator is called `handmade`",
        Scores: "scores are below proved results, and the same in a batch",
        Terms: "where the terms add up, their sum has the sign of the score",
        Symmetry: "with colours exchanged, the score for the side to move is the same",
        Winners: "over random games, winners have the better score at the end",
    }
}

/// A broken law: of which game, which law, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The game, in English.
    pub game: &'static str,
    /// The law.
    pub law: Law,
    /// What is wrong, with both values and the position.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { game, law, message } = self;
        write!(f, "{game}: {message} [{}: {}]", law.area(), law.words())
    }
}

impl std::error::Error for Violation {}

/// A step of a piece: its kind, columns to the right and rows up.
pub(super) type Step = (&'static str, i16, i16);

/// What a check covered.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The game, in English.
    pub game: &'static str,
    /// How many random games were played.
    pub games: u64,
    /// How many positions were checked.
    pub positions: u64,
    counts: Vec<u64>,
    pub(super) quiet_steps: BTreeSet<Step>,
    pub(super) capture_steps: BTreeSet<Step>,
}

impl Checked {
    pub(super) fn new<G: View>() -> Self {
        Self {
            game: G::ABOUT.name.en,
            games: 0,
            positions: 0,
            counts: vec![0; Law::ALL.len()],
            quiet_steps: BTreeSet::new(),
            capture_steps: BTreeSet::new(),
        }
    }

    /// How often a law was checked. 0: the game gave no occasion for it.
    pub fn count(&self, law: Law) -> u64 {
        self.counts[law as usize]
    }

    /// Where the pieces of a kind went without capturing, seen from the start: columns to the right and rows up.
    pub fn moves_of(&self, kind: &str) -> Vec<(i16, i16)> {
        steps_of(&self.quiet_steps, kind)
    }

    /// Where they went when the place was taken by a piece of the other side.
    pub fn captures_of(&self, kind: &str) -> Vec<(i16, i16)> {
        steps_of(&self.capture_steps, kind)
    }

    /// Counts the check, or tells what is wrong.
    pub(super) fn law(&mut self, law: Law, holds: bool, words: impl FnOnce() -> String) -> Result<(), Violation> {
        self.counts[law as usize] += 1;
        if holds { Ok(()) } else { Err(Violation { game: self.game, law, message: words() }) }
    }
}

fn steps_of(steps: &BTreeSet<Step>, kind: &str) -> Vec<(i16, i16)> {
    steps.iter().filter(|step| step.0 == kind).map(|step| (step.1, step.2)).collect()
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{}: {} random games, {} positions", self.game, self.games, self.positions)?;
        let mut area = "";
        for law in Law::ALL.iter().filter(|law| self.count(**law) > 0) {
            if law.area() != area {
                area = law.area();
                writeln!(f, "  {area}")?;
            }
            writeln!(f, "    {:>8}  {}", self.count(*law), law.words())?;
        }
        let idle: Vec<String> =
            Law::ALL.iter().filter(|law| self.count(**law) == 0).map(|law| format!("{law:?}")).collect();
        if !idle.is_empty() {
            writeln!(f, "  no occasion to check: {}", idle.join(", "))?;
        }
        for (words, steps) in [("moves", &self.quiet_steps), ("captures", &self.capture_steps)] {
            let mut kinds: BTreeMap<&str, Vec<String>> = BTreeMap::new();
            for (kind, right, up) in steps {
                kinds.entry(kind).or_default().push(format!("{right:+},{up:+}"));
            }
            for (kind, steps) in kinds {
                writeln!(f, "  {kind} {words} (right, up): {}", steps.join(" "))?;
            }
        }
        Ok(())
    }
}
