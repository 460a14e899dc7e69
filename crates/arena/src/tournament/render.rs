//! The standings of a tournament for people: in a terminal, and as a report.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

use super::{Format, Spread, Standings, StandingsRow, Tally, Wdl};
use crate::report::{Report, Table};
use crate::stats::small_sample_note;

/// With more players meetings are listed instead of a cross table.
const MAX_CROSS_TABLE: usize = 20;

impl Tally<'_> {
    /// The standings as text, in columns.
    pub fn text(&self, standings: &Standings) -> String {
        let mut text = self.summary(standings).join("\n") + "\n";
        for table in self.tables(standings) {
            let _ = write!(text, "\n{}\n{}", table.caption, aligned(&table));
        }
        text
    }

    /// The standings as a report, with a plot of the ratings.
    pub fn report(&self, standings: &Standings) -> Report {
        let mut report = Report::new(&self.tournament().plan().name);
        report.list(self.summary(standings));
        let rated = |row: &StandingsRow| Some((row.name.clone(), row.elo?, row.elo_error?));
        report.elo_plot(
            "Ratings with their 95 % intervals",
            &standings.rows.iter().filter_map(rated).collect::<Vec<_>>(),
        );
        for table in self.tables(standings) {
            report.table(table);
        }
        report
    }

    /// The lines above the tables.
    fn summary(&self, standings: &Standings) -> Vec<String> {
        let plan = self.tournament().plan();
        let format = match plan.format {
            Format::RoundRobin => "round robin".into(),
            Format::Gauntlet => "gauntlet".into(),
            Format::Swiss => format!("Swiss, {} rounds", plan.rounds.unwrap_or(0)),
            Format::Pairings => format!("{} pairings", plan.pairings.len()),
        };
        let Wdl { wins, draws, losses } = standings.first_side;
        let mut lines = vec![
            format!("{}: {}, {format}, {} players", plan.name, plan.game, plan.players.len()),
            format!("{} of {} games, {:.1} plies a game", standings.games, standings.planned, standings.mean_plies),
            format!(
                "the side that moves first: +{wins} ={draws} -{losses}, Elo {:+.0} ± {:.0} (95 %)",
                whole(standings.first_move_elo),
                standings.first_move_error
            ),
        ];
        let fewest = standings.rows.iter().map(|row| row.games).filter(|games| *games > 0).min().unwrap_or(0);
        let note = small_sample_note(fewest);
        if !note.is_empty() {
            lines.push(note.en.to_owned());
        }
        let faults: u64 = standings.rows.iter().map(|row| row.faults).sum();
        let late: u64 = standings.rows.iter().map(|row| row.time_losses).sum();
        if faults + late > 0 {
            lines.push(format!("{faults} games were lost by a fault, {late} on time"));
        }
        lines
    }

    fn tables(&self, standings: &Standings) -> Vec<Table> {
        let mut tables = vec![ranking(standings)];
        if self.tournament().plan().format == Format::Pairings || standings.rows.len() > MAX_CROSS_TABLE {
            tables.push(meetings(standings));
        } else {
            tables.push(cross(standings));
        }
        tables.push(effort(standings));
        tables
    }
}

/// Points and ratings.
fn ranking(standings: &Standings) -> Table {
    let has_byes = standings.rows.iter().any(|row| row.byes > 0);
    let mut head = vec!["#", "player", "points", "games", "+", "=", "-", "score", "Elo", "±", "faults", "late"];
    if has_byes {
        head.push("byes");
    }
    let mut table = Table::new("Points, and Elo with half its 95 % interval", &head);
    for (index, row) in standings.rows.iter().enumerate() {
        let number = |number: Option<f64>| number.map(|number| format!("{number:.0}")).unwrap_or_default();
        let elo = row.elo.map(|elo| format!("{:+.0}", whole(elo))).unwrap_or_default();
        let Wdl { wins, draws, losses } = row.score;
        let mut cells = vec![(index + 1).to_string(), row.name.clone(), format!("{:.1}", row.points)];
        cells.extend([row.games, wins, draws, losses].map(|count| count.to_string()));
        cells.extend([format!("{:.1} %", 100.0 * row.score.share()), elo, number(row.elo_error)]);
        cells.extend([row.faults, row.time_losses].map(|count| count.to_string()));
        if has_byes {
            cells.push(row.byes.to_string());
        }
        table.push(cells);
    }
    table
}

/// The cross table: wins, draws and losses of each row against each column.
fn cross(standings: &Standings) -> Table {
    let numbers: Vec<String> = (1..=standings.rows.len()).map(|number| number.to_string()).collect();
    let head: Vec<&str> = ["#", "player"].into_iter().chain(numbers.iter().map(String::as_str)).collect();
    let mut table = Table::new("Wins-draws-losses of each row against each column", &head);
    for (index, (row, against)) in standings.rows.iter().zip(&standings.cross).enumerate() {
        let show = |(column, score): (usize, &Wdl)| match score.games() {
            _ if column == index => "·".to_owned(),
            0 => String::new(),
            _ => score.to_string(),
        };
        let cells = against.iter().enumerate().map(show);
        table.push([numbers[index].clone(), row.name.clone()].into_iter().chain(cells));
    }
    table
}

/// The meetings, one a line.
fn meetings(standings: &Standings) -> Table {
    let mut table = Table::new("Meetings", &["player", "opponent", "wins-draws-losses", "score"]);
    for (index, one) in standings.rows.iter().enumerate() {
        for (other, score) in standings.rows.iter().zip(&standings.cross[index]).skip(index + 1) {
            if score.games() > 0 {
                let share = format!("{:.1} %", 100.0 * score.share());
                table.push([one.name.clone(), other.name.clone(), score.to_string(), share]);
            }
        }
    }
    table
}

/// The time, nodes and depth of the moves of each player.
fn effort(standings: &Standings) -> Table {
    let head = ["player", "", "least", "median", "mean", "95 %", "most"];
    let mut table = Table::new("A move: its time in milliseconds, nodes or simulations, and depth in plies", &head);
    for row in &standings.rows {
        let figures = [("time", row.time_us, 1e3, 3), ("nodes", row.nodes, 1.0, 0), ("depth", row.depth, 1.0, 0)];
        let mut name = row.name.as_str();
        for (figure, spread, unit, digits) in figures {
            let Some(Spread { min, median, mean, p95, max }) = spread else { continue };
            let [min, median, p95, max] =
                [min, median, p95, max].map(|number| format!("{:.digits$}", number as f64 / unit));
            let mean = format!("{:.*}", digits.max(1), mean / unit);
            table.push([name.to_owned(), figure.to_owned(), min, median, mean, p95, max]);
            name = "";
        }
    }
    table
}

/// A rounded number, without negative zero.
fn whole(number: f64) -> f64 {
    number.round() + 0.0
}

/// A table in columns: text aligned left, numbers right.
fn aligned(table: &Table) -> String {
    let widths: Vec<usize> = (0..table.head.len())
        .map(|column| table.rows.iter().chain([&table.head]).map(|row| row[column].width()).max().unwrap_or(0))
        .collect();
    let is_word = |column: usize| matches!(table.head[column].as_str(), "player" | "opponent" | "");
    let mut text = String::new();
    for row in [&table.head].into_iter().chain(&table.rows) {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let padding = " ".repeat(widths[column] - cell.width());
            let _ = if is_word(column) { write!(line, "{cell}{padding}  ") } else { write!(line, "{padding}{cell}  ") };
        }
        let _ = writeln!(text, "  {}", line.trim_end());
    }
    text
}
