//! A review as a table for people.

use std::io::Write;

use anyhow::Result;
use quevedo_catalog::{Import, Session};
use quevedo_core::{Language, Side, Value};
use quevedo_review::{ExactVerdict, MoveClass, Review, ReviewedMove, pretty_line};
use unicode_width::UnicodeWidthStr;

use crate::output::{outcome_text, width};

/// Moves of the better line that are shown.
const LINE: usize = 4;

/// Writes the players, a row for each move, and the summary.
pub(super) fn write_review(out: &mut dyn Write, game: &Import, review: &Review) -> Result<()> {
    let session = &*game.session;
    write_head(out, game)?;
    let rows = rows(session, review);
    let column = |cell: fn(&Row) -> &str| rows.iter().map(|row| cell(row).width()).max().unwrap_or(0);
    let (number, mv, verdict) = (column(|row| &row.number), column(|row| &row.mv), column(|row| &row.verdict));
    for row in &rows {
        let text = format!(
            "{:>number$} {:mv$}  {:>9}  {:verdict$}  {}",
            row.number, row.mv, row.chances, row.verdict, row.better
        );
        writeln!(out, "{}", clipped(text.trim_end()))?;
    }
    writeln!(out)?;
    write_summary(out, session, review, &rows)
}

fn write_head(out: &mut dyn Write, game: &Import) -> Result<()> {
    let tag = |name: &str| game.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    if let (Some(first), Some(second)) = (tag("White"), tag("Black")) {
        writeln!(out, "{first} - {second}\n")?;
    }
    Ok(())
}

struct Row {
    number: String,
    mv: String,
    chances: String,
    verdict: String,
    better: String,
}

fn rows(session: &dyn Session, review: &Review) -> Vec<Row> {
    let mut position = session.fork();
    let mut rows = Vec::new();
    for (ply, judged) in review.moves.iter().enumerate().rev() {
        while position.history().len() > ply {
            position.undo();
        }
        let pretty = &session.history()[ply].pretty;
        rows.push(Row {
            number: number(ply, judged.turn),
            mv: format!("{pretty}{}", judged.class.mark()),
            chances: chances(judged),
            verdict: verdict(session, judged),
            better: better(&*position, judged),
        });
    }
    rows.reverse();
    rows
}

/// The number of a move, as records have it.
fn number(ply: usize, turn: Side) -> String {
    let dots = if turn == Side::First { "." } else { "..." };
    format!("{}{dots}", ply / 2 + 1)
}

/// The chances of the side that moved, by the best move and by its own.
fn chances(judged: &ReviewedMove) -> String {
    let [before, after] = [judged.before, judged.after].map(|worth| format!("{:.0}", 100.0 * worth.chance));
    if before == after { format!("{after} %") } else { format!("{before} > {after} %") }
}

fn verdict(session: &dyn Session, judged: &ReviewedMove) -> String {
    if judged.is_forced {
        return "forced".into();
    }
    let class = judged.class.name();
    match judged.exact.and_then(|exact| exact_text(session, exact)) {
        Some(exact) if judged.class != MoveClass::Best => format!("{class}, {exact}"),
        _ => class.into(),
    }
}

/// What a move did to a proved value, where it did not keep all of it.
fn exact_text(session: &dyn Session, exact: ExactVerdict) -> Option<String> {
    let value = |value| match value {
        Value::Win => "won",
        Value::Draw => "drawn",
        Value::Loss => "lost",
    };
    if exact.threw_away() {
        return Some(format!("{} to {}", value(exact.before), value(exact.after)));
    }
    if let Some(margin) = exact.margin_lost.filter(|margin| *margin > 0) {
        let unit = session.entry().score_unit().map_or("points", |unit| unit.en);
        return Some(format!("{margin} {unit} less"));
    }
    let plies = exact.plies_lost.filter(|plies| *plies > 0)?;
    let sooner = if exact.before == Value::Win { "later" } else { "sooner" };
    let unit = if plies == 1 { "ply" } else { "plies" };
    Some(format!("{plies} {unit} {sooner}"))
}

fn better(position: &dyn Session, judged: &ReviewedMove) -> String {
    let line = pretty_line(position, &judged.best_line);
    line[..line.len().min(LINE)].join(" ")
}

fn clipped(text: &str) -> String {
    text.chars().take(width()).collect()
}

fn write_summary(out: &mut dyn Write, session: &dyn Session, review: &Review, rows: &[Row]) -> Result<()> {
    if let Some(outcome) = session.outcome() {
        writeln!(out, "{}\n", outcome_text(Language::English, session.entry(), outcome))?;
    }
    let names = [Side::First, Side::Second].map(|side| session.entry().side_name(side).en);
    let wide = names.iter().map(|name| name.width()).max().unwrap_or(0);
    let classes = MoveClass::ALL.map(MoveClass::name);
    writeln!(out, "{:wide$}  accuracy  {}", "", classes.join("  "))?;
    for (side, name) in [Side::First, Side::Second].into_iter().zip(names) {
        let accuracy = review.accuracy[side.index()].map_or_else(|| "-".into(), |percent| format!("{percent:.1}"));
        let counts = review.class_counts(side).into_iter().zip(classes);
        let counts: Vec<String> = counts.map(|(count, class)| format!("{count:>0$}", class.len())).collect();
        writeln!(out, "{name:wide$}  {accuracy:>8}  {}", counts.join("  "))?;
    }
    let turning: Vec<String> =
        review.turning_points().into_iter().map(|ply| format!("{} {}", rows[ply].number, rows[ply].mv)).collect();
    if !turning.is_empty() {
        writeln!(out, "\nturning points: {}", turning.join(", "))?;
    }
    Ok(())
}
