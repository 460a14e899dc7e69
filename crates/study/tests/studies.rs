//! The files of the studies are sound, and say what was published.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quevedo_arena::ThreadPool;
use quevedo_catalog::Catalog;
use quevedo_study::{RunSettings, Study, run};

fn file(name: &str) -> toml::Table {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies").join(name).with_extension("toml");
    std::fs::read_to_string(path).unwrap().parse().unwrap()
}

fn rows(study: &str, table: usize) -> Vec<toml::Table> {
    let file = file(study);
    let rows = file["table"][table]["rows"].as_array().unwrap();
    rows.iter().map(|row| row.as_table().unwrap().clone()).collect()
}

fn integers(value: &toml::Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|number| number.as_integer().unwrap()).collect()
}

/// The thesis on the Amazons, row by row: wins of A and of B.
#[test]
fn the_published_matches_of_the_amazons_are_all_there() {
    let published: Vec<Vec<[i64; 2]>> = vec![
        vec![[100, 0], [100, 0], [100, 0], [100, 0], [100, 0], [100, 0], [17, 33], [40, 10], [40, 10], [41, 9]],
        vec![[100, 0], [88, 12], [91, 9], [100, 0], [25, 25]],
        vec![[0, 100], [0, 100], [83, 17], [49, 51]],
        vec![[36, 14]],
        vec![[3, 47], [0, 50], [39, 61], [50, 50], [60, 40]],
        vec![[100, 0], [99, 1], [50, 0], [100, 0]],
    ];
    for (table, expected) in published.iter().enumerate() {
        let rows = rows("amazons", table);
        let found: Vec<Vec<i64>> = rows.iter().filter_map(|row| row.get("published")).map(integers).collect();
        assert_eq!(found, expected.iter().map(|pair| pair.to_vec()).collect::<Vec<_>>(), "table {table}");
    }
}

#[test]
fn the_published_measurements_are_all_there() {
    let numbers = |study: &str, table, key: &str| -> Vec<f64> {
        let number = |value: &toml::Value| value.as_float().or_else(|| value.as_integer().map(|number| number as f64));
        rows(study, table).iter().filter_map(|row| number(row.get(key)?)).collect()
    };
    for table in [0, 1] {
        assert_eq!(numbers("othello", table, "nodes"), [287.0, 637.0, 2084.0, 5259.0, 14776.0]);
        assert_eq!(numbers("othello", table, "seconds"), [0.311, 0.530, 2.513, 4.618, 15.8]);
        assert_eq!(numbers("connect4", table, "nodes"), [1351.0, 6896.0, 53192.0, 146993.0, 732521.0]);
        assert_eq!(numbers("connect4", table, "seconds"), [0.163, 0.850, 4.5, 13.0, 69.0]);
    }
    assert_eq!(numbers("connect4", 2, "nodes"), [2385.0, 4094.0, 1206.0, 3715.0]);
    assert_eq!(numbers("othello", 2, "pieces"), [38.0, 48.0]);
    let counts = integers(&file("chess")["table"][0]["published"]);
    assert_eq!(counts, [20, 400, 8902, 197281, 4865609, 119060324, 3195901860]);
    let history = &rows("amazons", 3)[0]["times"];
    assert_eq!(
        history.as_array().unwrap().iter().map(|time| time.as_float().unwrap()).collect::<Vec<_>>(),
        [8.49, 11.65]
    );
}

/// A claim is what the published figures say, and everything that a row could be contradicted in is explained or sure.
#[test]
fn claims_follow_the_published_figures() {
    for study in Study::names() {
        let file = file(study);
        let known = |row: &toml::Table, key: &str| {
            let name = row.get(key).map(|name| name.as_str().unwrap());
            name.is_none_or(|name| file["because"].as_table().is_some_and(|texts| texts.contains_key(name)))
        };
        for table in file["table"].as_array().unwrap() {
            let Some(rows) = table.get("rows").and_then(toml::Value::as_array) else { continue };
            for row in rows.iter().map(|row| row.as_table().unwrap()) {
                assert!(known(row, "because") && known(row, "time_because"), "{study}: {row:?}");
                let (Some(published), Some(claim)) = (row.get("published"), row.get("claim")) else { continue };
                let [wins, losses] = integers(published)[..] else { panic!("{row:?}") };
                let expected = match wins - losses {
                    -2..=2 => "a=b",
                    3.. => "a>b",
                    _ => "a<b",
                };
                assert_eq!(claim.as_str(), Some(expected), "{study}: {row:?}");
            }
        }
    }
}

#[test]
fn unknown_studies_are_refused_with_the_list() {
    let error = Study::find("checkers").unwrap_err().to_string();
    assert_eq!(
        error,
        "unknown study `checkers`: there are all, amazons, hunt, chess, othello, connect4, techniques, depth, time, mcts, first-move"
    );
}

#[test]
fn a_stopped_run_reports_what_is_there() {
    let catalog = Catalog::standard();
    let studies = Study::find("all").unwrap();
    let settings = RunSettings { seed: 1, games: Some(2), budget: Duration::from_mins(1) };
    let report =
        run(&catalog, &studies, &settings, &ThreadPool::new(&catalog, 1), &AtomicBool::new(true), &|_, _, _| {})
            .unwrap();
    let text = report.to_markdown();
    assert!(text.contains("The run was stopped early") && text.contains("Of 0 claims tested"), "{text}");
}

/// The same seed plays the same games on any number of threads.
#[test]
fn a_study_repeats() {
    let settings = RunSettings { seed: 3, games: Some(4), budget: Duration::from_mins(10) };
    let played = |threads| {
        let catalog = Catalog::standard();
        let studies = Study::find("first-move").unwrap();
        let report = run(
            &catalog,
            &studies,
            &settings,
            &ThreadPool::new(&catalog, threads),
            &AtomicBool::new(false),
            &|_, _, _| {},
        )
        .unwrap();
        let text = report.to_markdown();
        // Game, players, result: the columns before the times.
        let rows = text.lines().filter(|line| line.contains("alphabeta:nodes"));
        rows.map(|line| line.split('|').take(7).map(str::trim).collect::<Vec<_>>().join("|")).collect::<Vec<_>>()
    };
    let once = played(1);
    assert_eq!(once.len(), 7);
    assert_eq!(once, played(2));
}
