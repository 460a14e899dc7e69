//! Reports are sound: well-formed, closed in themselves, and the same figures in every form.

use quevedo_arena::report::{Bar, BarPlot, LinePlot, Report, Series, Table};

fn report() -> Report {
    let mut report = Report::new("A <small> report & more");
    report
        .chapter("One")
        .text("First `code`.\n\nSecond\nparagraph.")
        .section("Part")
        .list(["a | b".into(), "c".into()]);
    report.chapter("Two").table(Table::new("Points", &["who", "points"]).row(["`a|b`", "10"]).row(["c"]));
    report.elo_plot("Strength", &[("<x>".into(), 100.0, 20.0), ("y".into(), f64::INFINITY, f64::NAN)]);
    report.bar_plot(BarPlot { title: "None".into(), unit: "%".into(), bars: Vec::new() });
    report.bar_plot(BarPlot {
        title: "One".into(),
        unit: "%".into(),
        bars: vec![Bar { name: "z".into(), value: -3.0, interval: [-4.0, -2.0] }],
    });
    let line = |name: &str, points: &[[f64; 3]]| Series { name: name.into(), points: points.to_vec() };
    report.line_plot(LinePlot {
        title: "Growth & decay".into(),
        axes: ["depth".into(), "nodes".into()],
        log_scale: [false, true],
        lines: vec![line("up", &[[1.0, 10.0, 0.0], [2.0, 1000.0, 5.0]]), line("none", &[])],
    });
    report
}

#[test]
fn the_page_is_well_formed_and_asks_for_nothing() {
    let page = report().to_html();
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(&page, options).unwrap();
    let named = |name: &'static str| document.descendants().filter(move |node| node.has_tag_name(name));
    assert_eq!(named("h2").count(), 2);
    for svg in named("svg") {
        let children: Vec<&str> =
            svg.children().filter(roxmltree::Node::is_element).map(|node| node.tag_name().name()).collect();
        assert_eq!(children[..2], ["title", "desc"]);
        let figure = svg.parent().unwrap();
        assert!(figure.descendants().any(|node| node.has_tag_name("table")), "every plot has a table beside it");
    }
    assert_eq!(named("svg").count(), 4);
    assert!(named("link").next().is_none() && named("script").next().is_none() && named("img").next().is_none());
    for word in ["http", "url(", "@import", "src="] {
        assert!(!page.contains(word), "{word}");
    }
    let references = document.descendants().filter_map(|node| node.attribute("href"));
    assert!(references.into_iter().all(|reference| reference.starts_with('#')));
}

#[test]
fn figures_are_drawn() {
    let page = report().to_html();
    assert!(page.contains("<polyline") && page.contains("<rect") && page.contains("&lt;x&gt;"), "{page}");
    assert!(page.contains("prefers-color-scheme: dark"));
}

#[test]
fn markdown_keeps_its_columns() {
    let text = report().to_markdown();
    assert!(text.starts_with("# A <small> report & more\n\n## One\n\nFirst `code`.\n\nSecond paragraph.\n"), "{text}");
    assert!(
        text.contains("| who    | points |\n| ------ | -----: |\n| `a\\|b` |     10 |\n| c      |        |\n"),
        "{text}"
    );
}
