//! What there is to play, and against whom.

use std::collections::BTreeMap;

use quevedo_catalog::{GameEntry, PlayerDescription, PlayerSpec, Role, Session, ValueKind};
use quevedo_core as rules;
use serde::{Serialize, Serializer};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Board, Piece, Shape, Side, Text};

/// The strengths a person chooses from.
const LEVELS: [&str; 4] = ["easy", "medium", "hard", "max"];

/// Everything there is to choose from.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Catalog {
    /// The version of the program.
    pub version: &'static str,
    /// Every game and variant that is offered to play.
    pub games: Vec<GameInfo>,
    /// The games of lessons, which are found by their id alone.
    pub lesson_games: Vec<GameInfo>,
    /// Every machine player.
    pub players: Vec<PlayerInfo>,
    /// The names of the levels, from the weakest.
    pub levels: Vec<&'static str>,
}

/// A game or variant.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct GameInfo {
    /// Its name in addresses and commands: `fox-geese:13`.
    pub id: String,
    /// The game it is a variant of, or itself.
    pub family: String,
    /// The name of the game.
    pub name: Text,
    /// What sets a variant apart.
    pub variant: Option<Text>,
    /// The names of the two sides.
    #[ts(type = "[Text, Text]")]
    pub sides: [Text; 2],
    /// Whether the English name of each side is a plural.
    #[ts(type = "[boolean, boolean]")]
    pub plural_sides: [bool; 2],
    /// The measured Elo of presets and levels, by the text of the player; empty where nobody measured them.
    pub elos: BTreeMap<String, u32>,
    /// Whether a game can be drawn.
    pub has_draws: bool,
    /// What each tap of a move does, for the person who makes it; may be shorter than a move.
    pub instructions: Vec<Text>,
    /// Whether a move begins at a piece of its side; if not, at an empty place.
    pub moves_pieces: bool,
    /// The rules in one paragraph.
    pub rules: Text,
    /// One line about it; may be empty.
    pub tagline: Text,
    /// How a position is written; may be empty.
    pub position_hint: Text,
    /// The kinds of its pieces.
    pub pieces: Vec<PieceInfo>,
    /// A piece of each side, as its badge.
    #[ts(type = "[Piece, Piece]")]
    pub badges: [Piece; 2],
    /// The board.
    pub shape: Shape,
    /// Where it begins.
    pub start: StartInfo,
    /// Other starts, which people choose by number.
    pub numbered_starts: Option<NumberedStartsInfo>,
    /// Whether its positions can be composed in the board editor.
    pub editor: bool,
    /// What people count scores in, where they do: pawns, discs.
    pub unit: Option<Text>,
    /// Its evaluators, the best one first.
    pub evaluators: Vec<EvaluatorInfo>,
    /// What taps mean that are no places, in the order in which they are offered.
    #[serde(serialize_with = "as_map")]
    #[ts(type = "{ [tap: string]: Text }")]
    #[schema(value_type = std::collections::BTreeMap<String, Text>)]
    pub choices: Vec<(&'static str, Text)>,
}

/// Pairs as a JSON object that keeps their order.
fn as_map<S: Serializer>(pairs: &[(&'static str, Text)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().copied())
}

/// A kind of piece.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct PieceInfo {
    /// The key of its artwork.
    pub kind: &'static str,
    /// What people call it.
    pub name: Text,
    /// Its letter in the moves that people write; may be empty.
    pub initial: Text,
    /// The side whose it always is; where both have it, the side is named with the piece.
    pub side: Option<Side>,
    /// The drawing that the game brings.
    pub drawing: Option<DrawingInfo>,
}

/// A drawing of a piece on a square of 100 by 100, as data of SVG paths.
#[derive(Clone, Copy, Debug, Serialize, TS, ToSchema)]
pub struct DrawingInfo {
    /// The body, filled with the colour of the side.
    pub body: &'static str,
    /// Lines on the body.
    pub lines: &'static str,
}

/// The start position.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct StartInfo {
    /// In position notation.
    pub position: String,
    /// As a board.
    pub board: Board,
    /// Who moves.
    pub turn: Side,
}

/// Start positions that people choose by number. One of them is written `word:NUMBER`.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct NumberedStartsInfo {
    /// The word before the number.
    pub word: &'static str,
    /// What people call a game from one of them.
    pub name: Text,
    /// How many there are; the first is number 0.
    pub count: u32,
}

impl From<rules::NumberedStarts> for NumberedStartsInfo {
    fn from(starts: rules::NumberedStarts) -> Self {
        Self { word: starts.word, name: starts.name.into(), count: starts.count }
    }
}

/// An evaluator.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct EvaluatorInfo {
    /// Its name in player specs.
    pub name: &'static str,
    /// What it looks at.
    pub meaning: Text,
}

/// A machine player.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct PlayerInfo {
    /// Its name in player specs.
    pub name: &'static str,
    /// What it does.
    pub meaning: Text,
    /// What can be set.
    pub keys: Vec<KeyInfo>,
}

/// A key of a player spec.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct KeyInfo {
    /// Its name.
    pub name: &'static str,
    /// Whether it takes an evaluator of the game.
    pub is_evaluator: bool,
    /// The words to choose from; none where a value is typed.
    pub choices: Vec<&'static str>,
    /// What may be typed, such as `1–100`, `≥ 0` or `500ms, 5s`; may be empty.
    pub example: String,
    /// What it means.
    pub meaning: Text,
}

impl Catalog {
    /// The catalog of a program. Players without what a page may not ask for: programs and files on the server.
    pub fn new(catalog: &quevedo_catalog::Catalog) -> Self {
        let engines = PlayerSpec::all().iter().filter(|player| player.role == Role::Engine);
        Self {
            version: env!("CARGO_PKG_VERSION"),
            games: catalog.games().iter().map(GameInfo::new).collect(),
            lesson_games: catalog.lesson_games().iter().map(GameInfo::new).collect(),
            players: engines.map(PlayerInfo::new).collect(),
            levels: LEVELS.to_vec(),
        }
    }
}

impl GameInfo {
    fn new(entry: &GameEntry) -> Self {
        let about = entry.about();
        let evaluator = |(name, meaning): (_, rules::Text)| EvaluatorInfo { name, meaning: meaning.into() };
        let session = entry.session(None).expect("a game begins at its start position");
        Self {
            id: entry.id().to_owned(),
            family: about.id.to_owned(),
            name: about.name.into(),
            variant: entry.variant().map(Text::from),
            sides: about.sides.map(Text::from),
            plural_sides: about.plural_sides,
            elos: entry.rated_players().into_iter().map(|(player, elo)| (player.to_string(), elo)).collect(),
            has_draws: entry.has_draws(),
            instructions: entry.instructions().iter().map(|step| (*step).into()).collect(),
            moves_pieces: moves_pieces(&*session),
            rules: about.rules.into(),
            tagline: about.tagline.into(),
            position_hint: about.position_hint.into(),
            pieces: PieceInfo::all(&about, &session.board()),
            badges: [rules::Side::First, rules::Side::Second].map(|side| badge(&about, &*session, side)),
            shape: entry.shape().into(),
            start: StartInfo { position: session.position(), board: Board::of(&*session), turn: session.turn().into() },
            numbered_starts: entry.numbered_starts().map(Into::into),
            editor: entry.composer().is_some(),
            unit: entry.score_unit().map(Text::from),
            evaluators: entry.evaluators().into_iter().map(evaluator).collect(),
            choices: entry.choices().iter().map(|(tap, text)| (*tap, (*text).into())).collect(),
        }
    }
}

/// Whether the first tap of every move is a piece of the side that moves.
fn moves_pieces(session: &dyn Session) -> bool {
    let (shape, board, side) = (session.entry().shape(), session.board(), session.turn());
    let is_own = |tap: &String| {
        let mut places = shape.places.iter().zip(&board.pieces).filter(|(place, _)| place.tap == *tap);
        places.any(|(_, piece)| piece.is_some_and(|piece| piece.side == Some(side)))
    };
    session.legal().iter().all(|mv| mv.taps.first().is_some_and(is_own))
}

impl PieceInfo {
    /// The kinds that the game names, and those on its first board that it does not.
    fn all(about: &rules::About, start: &rules::Board) -> Vec<Self> {
        let mut kinds = about.pieces.to_vec();
        for piece in start.pieces.iter().flatten() {
            if kinds.iter().all(|known| known.kind != piece.kind) {
                kinds.push(rules::PieceAbout::new(piece.kind, piece.kind, piece.kind));
            }
        }
        kinds.into_iter().map(|about| Self::new(&about, start)).collect()
    }

    fn new(about: &rules::PieceAbout, start: &rules::Board) -> Self {
        let pieces = || start.pieces.iter().flatten().filter(|piece| piece.kind == about.kind);
        let side = pieces().next().and_then(|first| first.side);
        let drawing = about.drawing.map(|rules::Drawing { body, lines }| DrawingInfo { body, lines });
        Self {
            kind: about.kind,
            name: about.name.into(),
            initial: about.initial.into(),
            side: side.filter(|side| pieces().all(|piece| piece.side == Some(*side))).map(Side::from),
            drawing,
        }
    }
}

/// The most important piece of a side: on the first board, or on the first one of a game that begins with an empty
/// board.
fn badge(about: &rules::About, start: &dyn Session, side: rules::Side) -> Piece {
    let rank = |piece: &rules::Piece| about.pieces.iter().position(|known| known.kind == piece.kind);
    let mut session = start.fork();
    loop {
        let pieces = session.board().pieces.into_iter().flatten().filter(|piece| piece.side == Some(side));
        if let Some(piece) = pieces.min_by_key(|piece| rank(piece).unwrap_or(usize::MAX)) {
            return piece.into();
        }
        let Some(mv) = session.legal().into_iter().next() else { break };
        if session.history().len() > 2 || session.play(&mv.text).is_err() {
            break;
        }
    }
    rules::Piece {
        kind: "man",
        side: Some(side),
        letter: if side == rules::Side::First { '1' } else { '2' },
        glyph: '●',
    }
    .into()
}

impl PlayerInfo {
    fn new(player: &PlayerDescription) -> Self {
        let keys = player.keys.iter().filter(|key| key.kind != ValueKind::File);
        Self { name: player.name, meaning: player.meaning.into(), keys: keys.map(KeyInfo::new).collect() }
    }
}

impl KeyInfo {
    fn new(key: &quevedo_catalog::Key) -> Self {
        let choices = match key.kind {
            // A visitor names no files.
            ValueKind::Switch | ValueKind::Book => vec!["on", "off"],
            ValueKind::OneOf(words) => words.to_vec(),
            _ => Vec::new(),
        };
        let example = match key.kind {
            ValueKind::Number(min, u64::MAX) => format!("≥ {min}"),
            ValueKind::Number(min, max) => format!("{min}–{max}"),
            ValueKind::Real(min, max) => format!("{min}–{max}"),
            ValueKind::Time => "500ms, 5s".to_owned(),
            _ => String::new(),
        };
        let is_evaluator = key.kind == ValueKind::Evaluator;
        Self { name: key.name, is_evaluator, choices, example, meaning: key.meaning.into() }
    }
}
