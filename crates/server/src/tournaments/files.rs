//! A tournament as files to download.

use std::time::{Duration, UNIX_EPOCH};

use quevedo_arena::report::Report;
use quevedo_arena::tournament::{GameLine, Results, Standings, StandingsRow};
use quevedo_arena::{Event, named_record, utc_date};
use quevedo_catalog::GameEntry;
use quevedo_core::Language;

use super::PlayedTournament;

/// A file to download.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TournamentFile {
    /// A page with tables and a plot.
    Html,
    /// The same as Markdown.
    Markdown,
    /// All games with their moves.
    Pgn,
    /// All games, one a line.
    GamesCsv,
    /// The table.
    StandingsCsv,
    /// Everything but the moves.
    Json,
    /// The plot of the ratings.
    Svg,
}

impl TournamentFile {
    /// The file of a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "report.html" => Self::Html,
            "report.md" => Self::Markdown,
            "games.pgn" => Self::Pgn,
            "games.csv" => Self::GamesCsv,
            "standings.csv" => Self::StandingsCsv,
            "results.json" => Self::Json,
            "elo.svg" => Self::Svg,
            _ => return None,
        })
    }

    /// Its media type.
    pub(crate) fn mime(self) -> &'static str {
        match self {
            Self::Html => "text/html; charset=utf-8",
            Self::Markdown => "text/markdown; charset=utf-8",
            Self::Pgn => "application/x-chess-pgn; charset=utf-8",
            Self::GamesCsv | Self::StandingsCsv => "text/csv; charset=utf-8",
            Self::Json => "application/json",
            Self::Svg => "image/svg+xml",
        }
    }
}

/// Writes a file of a tournament.
pub(crate) fn file(
    played: &PlayedTournament,
    kind: TournamentFile,
    created_ms: i64,
    language: Language,
) -> Result<String, String> {
    played.with_tables(|tally, standings, lines| match kind {
        TournamentFile::Html => Ok(tally.report(&standings).to_html()),
        TournamentFile::Markdown => Ok(tally.report(&standings).to_markdown()),
        TournamentFile::Pgn => Ok(records(tally.tournament().game(), played, &lines, created_ms)),
        TournamentFile::GamesCsv => games_csv(&lines),
        TournamentFile::StandingsCsv => {
            let mut out = Vec::new();
            standings.write_csv(&mut out).map_err(|error| error.to_string())?;
            String::from_utf8(out).map_err(|error| error.to_string())
        }
        TournamentFile::Json => {
            let results = Results { plan: &played.plan, standings, games: lines };
            serde_json::to_string_pretty(&results).map_err(|error| error.to_string())
        }
        TournamentFile::Svg => Ok(elo_plot(&standings, language)),
    })?
}

fn records(game: &GameEntry, played: &PlayedTournament, lines: &[GameLine], created_ms: i64) -> String {
    let date = utc_date(UNIX_EPOCH + Duration::from_millis(created_ms.max(0) as u64));
    let name = played.plan.event.clone().unwrap_or_else(|| played.plan.name.clone());
    let event = Event { name, date };
    let games = played.games_of(lines);
    let records = games.iter().zip(lines).map(|(done, line)| {
        let record = named_record(game, &event, &done.0, &done.1, [&line.first, &line.second]);
        format!("{record}\n")
    });
    records.collect()
}

fn games_csv(lines: &[GameLine]) -> Result<String, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for line in lines {
        writer.serialize(line).map_err(|error| error.to_string())?;
    }
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

/// The plot of the ratings, taken out of a report that holds nothing else.
fn elo_plot(standings: &Standings, language: Language) -> String {
    let title = match language {
        Language::English => "Ratings with their 95 % intervals",
        Language::Spanish => "Puntuación Elo con sus intervalos del 95 %",
    };
    let rated = |row: &StandingsRow| Some((row.name.clone(), row.elo?, row.elo_error?));
    let mut report = Report::new("");
    report.elo_plot(title, &standings.rows.iter().filter_map(rated).collect::<Vec<_>>());
    let page = report.to_html();
    let plot = page.split_once("<svg ").and_then(|(_, rest)| rest.split_once("</svg>")).map_or("", |(plot, _)| plot);
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {plot}</svg>\n")
}
