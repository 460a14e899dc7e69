//! `quevedo review`: every move of a game judged.

mod text;

use std::fs;
use std::io::{self, Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use anyhow::{Context, Result, bail};
use quevedo_catalog::{GameEntry, Import, Session};
use quevedo_core::Side;
use quevedo_review::{
    DEFAULT_NODES, ExactVerdict, MoveClass, Progress, Review, ReviewSettings, annotated_record, review,
};
use serde::Serialize;

use super::print_warnings;
use crate::args::game_of_catalog;
use crate::interrupt::stop_flag;
use crate::meter::{METER_BAR, Meter};
use crate::output::write_json;

/// Review a game: every move judged, the best move beside it, the accuracy of both sides
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReviewGame {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    /// The record: PGN for every game, moves, or a format of the game's own; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Nodes for the search of a position: more find more
    #[arg(long, value_name = "N", default_value_t = DEFAULT_NODES, value_parser = clap::value_parser!(u64).range(100..))]
    nodes: u64,

    /// The number of threads; all cores if left out. The review is the same on any number
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,

    /// Print one JSON object for each game, a line each
    #[arg(long)]
    json: bool,

    /// Print the record with the review in it: glyphs, comments, the better line
    #[arg(long, conflicts_with = "json")]
    pgn: bool,
}

const EXAMPLES: &str = "\
A move is judged by the expected score that it lost, from 0 to 1: best 0, good to 0.05, inaccuracy
to 0.10, mistake to 0.20, blunder above. Where positions are solved, by tables or by a solver, the
values are exact. The accuracy of a side (0 to 100) is the mean of two means of the accuracies of
its moves, 103.17 exp(-4.354 loss) - 3.17: one weighted by how much the chances swing around the
move, one harmonic. Moves without a choice do not count. Turning points are the mistakes and
blunders that cost a won game (2/3 of the expected score) or lose one (1/3).

JSON: {\"game\", \"accuracy\": [first, second] or null for a side without a choice, \"moves\":
[{\"move\", \"best\", \"loss\": 0 to 1, \"class\", \"side\", \"pretty\": as people write it, \"line\": the
better line, empty after a best move, \"before\", \"after\": chances of the side that moved, by the
best move and by its own, \"forced\": no other move was legal, \"exact\": null or {\"before\", \"after\":
\"win\", \"draw\" or \"loss\", \"plies_lost\", \"margin_lost\": in plies and in the game's own count
(discs), where known}}], \"classes\": {class: [first, second]}, \"turning_points\": numbers of moves
from 0, \"chances\": of the first player in every position, \"nodes\": for a position}

Examples:
  quevedo review chess game.pgn
  quevedo review othello game.ggf --json
  quevedo review hare-hounds game.pgn --pgn > annotated.pgn
  quevedo review connect4 - --nodes 200000 < moves.txt";

impl ReviewGame {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let games = self.games()?;
        print_warnings(&self.game, &mut Vec::new());
        let many = games.len() > 1;
        for (index, game) in games.iter().enumerate() {
            let what =
                if many { format!("positions of game {}/{}", index + 1, games.len()) } else { "positions".into() };
            let review = self.review(&*game.session, &what)?;
            if index > 0 && !self.json {
                writeln!(out)?;
            }
            self.write(out, game, &review)?;
            out.flush()?;
        }
        Ok(())
    }

    /// The games of the file, all with a move.
    fn games(&self) -> Result<Vec<Import>> {
        let name = self.file.display().to_string();
        let text = if name == "-" { io::read_to_string(io::stdin().lock()) } else { read(&self.file) };
        let games = self.game.import(&text.with_context(|| name.clone())?).with_context(|| name.clone())?;
        if games.iter().all(|game| game.session.history().is_empty()) {
            bail!("{name}: there is no move to review");
        }
        Ok(games)
    }

    fn review(&self, session: &dyn Session, what: &str) -> Result<Review> {
        let threads = self.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
        let meter = Mutex::new(Meter::new(what, session.history().len() as u64 + 1, METER_BAR));
        let show = |progress: Progress| {
            if let Ok(mut meter) = meter.lock() {
                meter.show(progress.done as u64, "");
            }
        };
        let settings = ReviewSettings { nodes: self.nodes, threads };
        let review = review(session, &settings, &stop_flag(), &show);
        if let Ok(meter) = meter.lock() {
            meter.end();
        }
        Ok(review?)
    }

    fn write(&self, out: &mut dyn Write, game: &Import, review: &Review) -> Result<()> {
        if self.json {
            return write_json(out, &Report::new(&*game.session, review, self.nodes));
        }
        if self.pgn {
            write!(out, "{}", annotated_record(&*game.session, review, &game.tags))?;
            return Ok(());
        }
        text::write_review(out, game, review)
    }
}

/// A file as text; what is not UTF-8 in it, names of players in old files, is replaced.
fn read(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    accuracy: [Option<f64>; 2],
    moves: Vec<MoveReport<'a>>,
    classes: std::collections::BTreeMap<&'static str, [usize; 2]>,
    turning_points: Vec<usize>,
    chances: Vec<f64>,
    nodes: u64,
}

#[derive(Serialize)]
struct MoveReport<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    best: &'a str,
    loss: f64,
    class: MoveClass,
    side: Side,
    pretty: &'a str,
    line: &'a [String],
    before: f64,
    after: f64,
    forced: bool,
    exact: Option<ExactVerdict>,
}

impl<'a> Report<'a> {
    fn new(session: &'a dyn Session, review: &'a Review, nodes: u64) -> Self {
        let moves = session.history().iter().zip(&review.moves).map(|(view, judged)| MoveReport {
            mv: &judged.mv,
            best: &judged.best,
            loss: rounded(judged.loss),
            class: judged.class,
            side: judged.turn,
            pretty: &view.pretty,
            line: &judged.best_line,
            before: rounded(judged.before.chance),
            after: rounded(judged.after.chance),
            forced: judged.is_forced,
            exact: judged.exact,
        });
        let counts = [Side::First, Side::Second].map(|side| review.class_counts(side));
        let classes = MoveClass::ALL.iter().enumerate();
        Self {
            game: session.entry().id(),
            accuracy: review.accuracy.map(|accuracy| accuracy.map(|percent| (10.0 * percent).round() / 10.0)),
            moves: moves.collect(),
            classes: classes.map(|(index, class)| (class.name(), counts.map(|count| count[index]))).collect(),
            turning_points: review.turning_points(),
            chances: review.worths.iter().map(|worth| rounded(worth.chance)).collect(),
            nodes,
        }
    }
}

/// Four decimals: what is beyond is noise.
fn rounded(chance: f64) -> f64 {
    (1e4 * chance).round() / 1e4
}
