//! A report as one self-contained HTML page. Every element is closed, so the page is valid XML.

use std::fmt::Write;

use super::plot::Drawn;
use super::table::cell;
use super::{Part, Report, Table};

const STYLE: &str = include_str!("style.css");

pub(super) fn write(report: &Report) -> String {
    let title = escape(&report.title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    );
    write_contents(&mut out, report);
    let mut number = 0;
    for part in &report.parts {
        number += usize::from(matches!(part, Part::Heading(2, _)));
        write_part(&mut out, part, number);
    }
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

/// Writes links to the chapters, where there are several.
fn write_contents(out: &mut String, report: &Report) {
    let chapters = report.parts.iter().filter_map(|part| match part {
        Part::Heading(2, text) => Some(text),
        _ => None,
    });
    let links: Vec<String> = chapters
        .enumerate()
        .map(|(index, text)| format!("<li><a href=\"#chapter-{}\">{}</a></li>", index + 1, inline(text)))
        .collect();
    if links.len() > 1 {
        let _ = writeln!(out, "<nav aria-label=\"Contents\"><ul>{}</ul></nav>", links.join(""));
    }
}

fn write_part(out: &mut String, part: &Part, chapter: usize) {
    let written = match part {
        Part::Heading(2, text) => writeln!(out, "<h2 id=\"chapter-{chapter}\">{}</h2>", inline(text)),
        Part::Heading(rank, text) => writeln!(out, "<h{rank}>{}</h{rank}>", inline(text)),
        Part::Text(text) => writeln!(out, "<p>{}</p>", inline(text)),
        Part::List(points) => {
            let points: Vec<String> = points.iter().map(|point| format!("<li>{}</li>", inline(point))).collect();
            writeln!(out, "<ul>{}</ul>", points.concat())
        }
        Part::Table(table) => writeln!(out, "{}", write_table(table)),
        Part::BarPlot(bars) => writeln!(out, "{}", write_plot(&bars.draw(), &bars.table())),
        Part::LinePlot(lines) => writeln!(out, "{}", write_plot(&lines.draw(), &lines.table())),
    };
    debug_assert!(written.is_ok(), "writing to a string does not fail");
}

/// A table in a region of its own that can be scrolled, also by keyboard.
fn write_table(table: &Table) -> String {
    let numeric: Vec<bool> = (0..table.head.len()).map(|column| table.is_numeric(column)).collect();
    let class = |column: usize| if numeric[column] { " class=\"number\"" } else { "" };
    let head: Vec<String> = (0..numeric.len())
        .map(|column| format!("<th scope=\"col\"{}>{}</th>", class(column), inline(&table.head[column])))
        .collect();
    let head = head.concat();
    let row = |row: &Vec<String>| {
        let cells = (0..numeric.len()).map(|column| format!("<td{}>{}</td>", class(column), inline(cell(row, column))));
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let rows: String = table.rows.iter().map(row).collect();
    let caption = inline(&table.caption);
    let caption = if caption.is_empty() { caption } else { format!("<caption>{caption}</caption>") };
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table>{caption}\n\
         <thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>",
        escape(if table.caption.is_empty() { "table" } else { &table.caption })
    )
}

fn write_plot(drawn: &Drawn, table: &Table) -> String {
    let (title, description) = (escape(&drawn.title), escape(&drawn.description));
    format!(
        "<figure>\n<svg role=\"img\" aria-label=\"{title}\" viewBox=\"0 0 {} {}\"><title>{title}</title>\
         <desc>{description}</desc>\n{}</svg>\n<figcaption>{}</figcaption>\n</figure>",
        drawn.size.0,
        drawn.size.1,
        drawn.shapes,
        write_table(table)
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Text with code between backticks; an unpaired backtick is kept.
fn inline(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    let mut out = String::new();
    for (index, part) in parts.iter().enumerate() {
        let part_text = escape(part);
        match index % 2 {
            0 => out.push_str(&part_text),
            _ if index + 1 == parts.len() => out.extend(["`", &part_text]),
            _ => out.extend(["<code>", &part_text, "</code>"]),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_and_angles() {
        assert_eq!(inline("a `b<c` & d"), "a <code>b&lt;c</code> &amp; d");
        assert_eq!(inline("one ` alone"), "one ` alone");
        assert_eq!(escape("\"x\" > y"), "&quot;x&quot; &gt; y");
    }
}
