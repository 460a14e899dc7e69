//! `quevedo book`: an opening book by best-first expansion.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use quevedo_catalog::{AlphaBetaSpec, Book, BookBuilder, GameEntry, PlayerSpec};
use serde::Serialize;

use super::score_text;
use crate::args::game_of_catalog;
use crate::interrupt;
use crate::meter::{METER_BAR, Meter};
use crate::output::write_json;

/// Nodes and MiB of the player that searches each position, unless another is named.
const NODES: u64 = 5_000;
const HASH_MIB: usize = 1;
/// How often the file is written.
const SAVE_INTERVAL: Duration = Duration::from_mins(1);

/// Build an opening book by best-first expansion, or go on with one
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BuildBook {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    /// The file; one that exists is continued
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// How many positions the book is to have in the end
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    positions: u64,

    /// The player that searches each position, as `quevedo players` lists them; by default alphabeta with 5000 nodes. One
    /// with a limit of nodes builds the same book everywhere
    #[arg(long, value_name = "SPEC")]
    player: Option<PlayerSpec>,

    /// Threads, each with a player of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Drop-out expansion (Lincke 2000): the position outside of the book that is reached with the least
error is added, its moves are searched, and their values are backed up by negamax. Positions that
are the same up to a symmetry are stored once. The file is written every minute and at the end;
Ctrl-C stops, the same command goes on. Players use it by `book=FILE`, see docs/books.md.

JSON: {\"game\", \"positions\": in the file, \"score\": of the start position for the side to move, in
points, \"line\": the moves that the book thinks best, \"bytes\": of the file}

Examples:
  quevedo book othello --out othello.book --positions 20000
  quevedo book othello --out deep.book --player alphabeta:nodes=100000,hash=4 --threads 2
  quevedo best othello --player max:book=deep.book";

#[derive(Serialize)]
struct BookReport<'a> {
    game: &'a str,
    positions: usize,
    score: Option<i32>,
    line: Vec<String>,
    bytes: u64,
}

impl BuildBook {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let stop = interrupt::stop_flag();
        let earlier = self.earlier()?;
        let mut builder = self.game.book_builder(&self.player(), earlier.as_ref()).context("--player")?;
        let mut meter = Meter::new("positions", self.positions, METER_BAR);
        let (mut saved, mut score) = (Instant::now(), None);
        while (builder.positions() as u64) < self.positions && !stop.load(Ordering::Relaxed) {
            let Some(progress) = builder.expand(self.threads.into()) else { break };
            score = Some(progress.value);
            meter.show(progress.positions as u64, &format!("ply {}", progress.ply));
            if saved.elapsed() >= SAVE_INTERVAL {
                self.save(&*builder)?;
                saved = Instant::now();
            }
        }
        meter.end();
        self.save(&*builder)?;
        self.report(&*builder, score, out)
    }

    /// The book in the file, if there is one.
    fn earlier(&self) -> Result<Option<Book>> {
        if !self.out.exists() {
            return Ok(None);
        }
        let book = Book::read(&self.out).and_then(|book| book.expect_name(self.game.id()));
        book.map(Some).with_context(|| format!("--out {}", self.out.display()))
    }

    fn player(&self) -> PlayerSpec {
        let usual = AlphaBetaSpec { nodes: Some(NODES), hash: Some(HASH_MIB), ..AlphaBetaSpec::default() };
        self.player.clone().unwrap_or(PlayerSpec::AlphaBeta(usual))
    }

    fn save(&self, builder: &dyn BookBuilder) -> Result<()> {
        builder.book().write(&self.out).context("--out")
    }

    fn report(&self, builder: &dyn BookBuilder, score: Option<i32>, out: &mut dyn Write) -> Result<()> {
        let session = self.game.session(None)?;
        let report = BookReport {
            game: self.game.id(),
            positions: builder.positions(),
            score,
            line: builder.best_line(&*session),
            bytes: std::fs::metadata(&self.out).map_or(0, |file| file.len()),
        };
        if self.json {
            return write_json(out, &report);
        }
        writeln!(out, "{} positions, {} bytes", report.positions, report.bytes)?;
        if let Some(score) = score {
            let side = self.game.side_name(session.turn()).en;
            writeln!(out, "score  {} for {side}, to move", score_text(&self.game, score))?;
        }
        writeln!(out, "line   {}", report.line.join(" "))?;
        Ok(())
    }
}
