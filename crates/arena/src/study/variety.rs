//! Tables of variety: does a player always make the same move, and do seeds break its ties?

use std::collections::BTreeMap;

use quevedo_catalog::{GameEntry, PlayerSpec, Session};

use super::plan::{VarietyPlan, VarietyRow};
use super::run::{Bench, Experiment};
use super::subject::{Outline, Scale, Subject, code};
use crate::report::{Report, Table};
use crate::{MatchError, Opening, check_player};

/// Tries without a seed.
const UNSEEDED: u64 = 3;

/// The rows of a table.
pub(super) struct Varieties(Vec<Variety>);

/// The moves of one player in one position.
struct Variety {
    game: &'static GameEntry,
    row: VarietyRow,
    target: u64,
    tries: u64,
    unseeded: BTreeMap<String, u64>,
    seeded: BTreeMap<String, u64>,
}

impl Varieties {
    pub(super) fn new(plan: &VarietyPlan, scale: &Scale) -> Result<Self, MatchError> {
        let row = |row: &VarietyRow| {
            check_player(plan.game, &row.player)?;
            let (target, maps) = (UNSEEDED + scale.games(plan.seeds), [BTreeMap::new(), BTreeMap::new()]);
            let [unseeded, seeded] = maps;
            let variety = Variety { game: plan.game, row: row.clone(), target, tries: 0, unseeded, seeded };
            variety.session().map(|_| variety)
        };
        Ok(Self(plan.rows.iter().map(row).collect::<Result<_, MatchError>>()?))
    }
}

impl Variety {
    fn session(&self) -> Result<Box<dyn Session>, MatchError> {
        let moves = self.row.opening.split_whitespace().map(str::to_owned).collect();
        Opening { position: None, moves }.open(self.game).map_err(|problem| MatchError::BadOpening { problem })
    }

    fn choose(&self, player: &PlayerSpec) -> Result<String, MatchError> {
        let session = self.session()?;
        let mut player = self.game.player(player)?.ok_or(MatchError::Human)?;
        player.choose(&*session).ok_or_else(|| MatchError::NoMove { position: session.position() })
    }
}

impl Experiment for Variety {
    fn is_done(&self) -> bool {
        self.tries >= self.target
    }

    fn advance(&mut self, bench: &Bench<'_>) -> Result<(), MatchError> {
        while !self.is_done() && (self.tries <= UNSEEDED || !bench.is_over()) {
            let is_seeded = self.tries >= UNSEEDED;
            let player = self.row.player.clone();
            let mv = self.choose(&if is_seeded { player.with_seed(self.tries) } else { player })?;
            *(if is_seeded { &mut self.seeded } else { &mut self.unseeded }).entry(mv).or_default() += 1;
            self.tries += 1;
        }
        Ok(())
    }
}

impl Subject for Varieties {
    fn experiments(&mut self) -> Vec<&mut dyn Experiment> {
        self.0.iter_mut().map(|row| row as &mut dyn Experiment).collect()
    }

    fn write(&self, outline: &mut Outline<'_>, report: &mut Report) {
        let head = ["player", "after", "without a seed", "with seeds", "different moves"];
        let mut table = Table::new(&outline.plan.title, &head);
        let show = |moves: &BTreeMap<String, u64>| {
            moves.iter().map(|(mv, count)| format!("{mv} ({count})")).collect::<Vec<_>>().join(", ")
        };
        for row in &self.0 {
            table.push([
                code(&row.row.player),
                if row.row.opening.is_empty() { "the start".into() } else { row.row.opening.clone() },
                show(&row.unseeded),
                show(&row.seeded),
                row.seeded.len().to_string(),
            ]);
        }
        report.table(table.trimmed());
    }
}
