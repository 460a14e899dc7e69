//! The tables that are there.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use cozy_chess::Color;
use quevedo_book::container::BookError;
use quevedo_core::{Game, Value};
use quevedo_games::Chess;
use quevedo_games::chess::ChessMove;

use super::numbering::MOST_MEN;
use super::table::EndingTable;
use crate::chess::material::Material;
use crate::retrograde::{End, best_moves};
use crate::tables::table_folder;
use crate::{Solution, chess::FIFTY_MOVES};

/// The extension of table files.
const EXTENSION: &str = "qve";

/// The tables that are part of the program. The other endings of three men are drawn: one minor piece cannot mate.
static SHIPPED: [(&str, &[u8]); 3] = [
    ("KPvK", include_bytes!("../../../tables/KPvK.qve")),
    ("KQvK", include_bytes!("../../../tables/KQvK.qve")),
    ("KRvK", include_bytes!("../../../tables/KRvK.qve")),
];

/// Where the bytes of a table are.
enum Source {
    Shipped(&'static [u8]),
    File(PathBuf),
    Built,
}

/// A table, read on first use.
struct Slot {
    source: Source,
    table: OnceLock<Result<EndingTable, BookError>>,
}

/// Tables by their material.
#[derive(Default)]
pub struct EndingTables(HashMap<Material, Slot>);

impl EndingTables {
    /// The tables of the program and those of the user's folder.
    pub fn shipped() -> &'static Self {
        static TABLES: OnceLock<EndingTables> = OnceLock::new();
        TABLES.get_or_init(|| {
            let mut tables = table_folder().map(Self::open).unwrap_or_default();
            for (name, bytes) in SHIPPED {
                let material = Material::parse(name).expect("a material");
                tables.0.insert(material, Slot { source: Source::Shipped(bytes), table: OnceLock::new() });
            }
            tables
        })
    }

    /// The tables of a folder. A folder that cannot be read has none: it may be meant for tables of other games.
    fn open(folder: &Path) -> Self {
        let files = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
        let files = files.filter(|path| path.extension().is_some_and(|extension| extension == EXTENSION));
        let slot = |path: PathBuf| {
            let material = Material::parse(path.file_stem()?.to_str()?)?;
            Some((material, Slot { source: Source::File(path), table: OnceLock::new() }))
        };
        Self(files.filter_map(slot).collect())
    }

    /// The name of the file of a material.
    pub fn file_name(material: Material) -> String {
        format!("{material}.{EXTENSION}")
    }

    /// Adds a table.
    pub fn insert(&mut self, table: EndingTable) {
        self.0.insert(table.material(), Slot { source: Source::Built, table: OnceLock::from(Ok(table)) });
    }

    fn table(&self, material: Material) -> Option<&EndingTable> {
        let slot = self.0.get(&material)?;
        let read = || match &slot.source {
            Source::Shipped(bytes) => EndingTable::from_bytes(material, bytes),
            Source::File(path) => EndingTable::read(material, path),
            Source::Built => Err(BookError::Damaged("it is built in memory")),
        };
        slot.table.get_or_init(read).as_ref().ok()
    }

    /// Problems with the tables that were read so far.
    pub fn warnings(&self) -> Vec<String> {
        let problem = |(material, slot): (&Material, &Slot)| {
            let error = slot.table.get()?.as_ref().err()?;
            Some(format!("the chess table {material} is not used: {error}"))
        };
        self.0.iter().filter_map(problem).collect()
    }

    /// How a position ends under the fifty-move rule: `Some(None)` for a draw, `None` if it is not known.
    pub fn end(&self, position: &Chess) -> Option<Option<End>> {
        let end = self.end_without_clock(position)?;
        // A win that the clock may stop is not certain.
        let is_in_time = |end: End| position.reversible_plies() as u32 + end.plies <= FIFTY_MOVES as u32;
        end.is_none_or(is_in_time).then_some(end)
    }

    /// How a position ends if the clock of the fifty-move rule starts there.
    #[expect(clippy::option_option, reason = "an unknown end is another thing than a draw")]
    pub(super) fn end_without_clock(&self, position: &Chess) -> Option<Option<End>> {
        let board = position.inner();
        if board.occupied().len() as usize > MOST_MEN {
            return None;
        }
        if let Some(outcome) = position.outcome() {
            return Some(outcome.winner.map(|winner| End { winner, plies: 0 }));
        }
        let can_castle = |color| board.castle_rights(color).short.or(board.castle_rights(color).long).is_some();
        if Color::ALL.into_iter().any(can_castle) {
            return None;
        }
        Some(self.table(Material::of(board))?.end(position))
    }

    /// The value, the distance to mate, and all best moves.
    pub fn solve(&self, position: &Chess) -> Option<Solution<ChessMove>> {
        let end = self.end(position)?;
        if let Some(finished) = Solution::of_finished(position) {
            return Some(finished);
        }
        let (best, nodes) = best_moves(position, |next| self.end_without_clock(next))?;
        let value = end.map_or(Value::Draw, |end| end.value(position.turn()));
        Some(Solution { value, plies: end.map(|end| end.plies), score: None, best, nodes })
    }
}
