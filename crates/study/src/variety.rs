//! Tables of variety: the moves of a player in one position, with and without seeds.

use std::collections::BTreeMap;

use quevedo_catalog::{GameEntry, PlayerSpec, Session};

use crate::plan::{VarietyPlan, VarietyRow};
use crate::run::{Experiment, TimeSlice};
use crate::table::{RunContext, StudyTable, TableContext, code};
use quevedo_arena::report::{Report, Table};
use quevedo_arena::{MatchError, Opening, check_player};

/// Tries without a seed.
const UNSEEDED: u64 = 3;

/// The rows of a table.
pub(crate) struct Varieties(Vec<Variety>);

/// The moves of one player in one position.
struct Variety {
    game: GameEntry,
    row: VarietyRow,
    target: u64,
    tries: u64,
    unseeded: BTreeMap<String, u64>,
    seeded: BTreeMap<String, u64>,
}

impl Varieties {
    pub(crate) fn new(plan: &VarietyPlan, run: &RunContext) -> Result<Self, MatchError> {
        let game = run.game(&plan.game)?;
        let row = |row: &VarietyRow| {
            check_player(&game, &row.player)?;
            let (target, maps) = (UNSEEDED + run.games(plan.seeds), [BTreeMap::new(), BTreeMap::new()]);
            let [unseeded, seeded] = maps;
            let variety = Variety { game: game.clone(), row: row.clone(), target, tries: 0, unseeded, seeded };
            variety.session().map(|_| variety)
        };
        Ok(Self(plan.rows.iter().map(row).collect::<Result<_, MatchError>>()?))
    }
}

impl Variety {
    fn session(&self) -> Result<Box<dyn Session>, MatchError> {
        let moves = self.row.opening.split_whitespace().map(str::to_owned).collect();
        Opening { position: None, moves }.open(&self.game).map_err(|problem| MatchError::BadOpening { problem })
    }

    fn choose(&self, player: &PlayerSpec) -> Result<String, MatchError> {
        let session = self.session()?;
        let mut player = self.game.player(player)?;
        player.choose(&*session).ok_or_else(|| MatchError::NoMove { position: session.position() })
    }
}

impl Experiment for Variety {
    fn is_done(&self) -> bool {
        self.tries >= self.target
    }

    fn advance(&mut self, slice: &TimeSlice<'_>) -> Result<(), MatchError> {
        while !self.is_done() && (self.tries <= UNSEEDED || !slice.is_over()) {
            let is_seeded = self.tries >= UNSEEDED;
            let player = self.row.player.clone();
            let mv = self.choose(&if is_seeded { player.with_seed(self.tries) } else { player })?;
            *(if is_seeded { &mut self.seeded } else { &mut self.unseeded }).entry(mv).or_default() += 1;
            self.tries += 1;
        }
        Ok(())
    }
}

impl StudyTable for Varieties {
    fn experiments(&mut self) -> Vec<&mut dyn Experiment> {
        self.0.iter_mut().map(|row| row as &mut dyn Experiment).collect()
    }

    fn write(&self, context: &mut TableContext<'_>, report: &mut Report) {
        let head = ["player", "after", "without a seed", "with seeds", "different moves"];
        let mut table = Table::new(&context.plan.title, &head);
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
