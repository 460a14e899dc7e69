//! Builds the tables of the Fox and the Geese, and checks them.
//!
//! ```text
//! fox_geese_tables --dir DIR [--geese 15] [--threads 0] [--check 0] [--seed 1] [--pack 0]
//! ```
//!
//! What is finished in the folder is used, so a run that was stopped goes on where it was. `--check N` then loads the
//! tables into memory and checks N random positions of every number of geese, and N / 100 games from the starts. `--pack K`
//! packs the tables of up to K geese into one file in the folder.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use quevedo_core::{Game, Notation};
use quevedo_games::FoxGeese;
use quevedo_solve::fox_geese::{Check, Progress, Settings, Tables, build, pack};

struct Arguments {
    settings: Settings,
    check: u64,
    seed: u64,
    pack: u32,
}

fn arguments() -> Result<Arguments, String> {
    let settings = Settings { directory: PathBuf::from("."), geese: 15, threads: 0 };
    let mut arguments = Arguments { settings, check: 0, seed: 1, pack: 0 };
    let mut words = std::env::args().skip(1);
    while let Some(name) = words.next() {
        let value = words.next().ok_or(format!("{name} needs a value"))?;
        let number = || value.parse::<u64>().map_err(|_| format!("{name} needs a number, not {value}"));
        match name.as_str() {
            "--dir" => arguments.settings.directory = PathBuf::from(&value),
            "--geese" => arguments.settings.geese = number()? as u32,
            "--threads" => arguments.settings.threads = number()? as usize,
            "--check" => arguments.check = number()?,
            "--seed" => arguments.seed = number()?,
            "--pack" => arguments.pack = number()? as u32,
            _ => return Err(format!("what is {name}? Known: --dir --geese --threads --check --seed --pack")),
        }
    }
    Ok(arguments)
}

/// Says how far the build is, every second or so and at the end of every number of geese.
fn reporter() -> impl FnMut(&Progress) {
    let mut last = Instant::now();
    move |progress| {
        if progress.done < progress.total && last.elapsed().as_secs_f64() < 1.0 {
            return;
        }
        last = Instant::now();
        println!(
            "{:2} geese, rank sum {:3}: {:5.1} % of {} placements, {:7.1} s, {:7.1} M positions/s, geese win {:6.3} %, {} MB",
            progress.geese,
            progress.rank_sum,
            100.0 * progress.done as f64 / progress.total as f64,
            progress.total,
            progress.seconds,
            progress.positions as f64 / progress.seconds / 1e6,
            100.0 * progress.wins as f64 / progress.positions as f64,
            progress.bytes / 1_000_000,
        );
    }
}

fn starts() -> [FoxGeese; 3] {
    [FoxGeese::start_13(), FoxGeese::start(), FoxGeese::start_17()]
}

fn report_starts(tables: &Tables) {
    for start in starts() {
        match tables.solve(&start) {
            Some(solution) => {
                let moves: Vec<String> = solution.best.iter().map(|mv| start.show_move(*mv)).collect();
                println!(
                    "{}: {:?} for the geese; moves that keep it: {}",
                    start.show(),
                    solution.value,
                    moves.join(" ")
                );
            }
            None => println!("{}: not covered", start.show()),
        }
    }
}

fn report_check(name: &str, found: &Check, began: Instant) -> bool {
    println!(
        "{name}: {} positions checked, {} won by the geese, {} moves, {} wrong, {:.1} s",
        found.samples,
        found.geese_wins,
        found.moves,
        found.wrong.len(),
        began.elapsed().as_secs_f64(),
    );
    found.wrong.iter().take(5).for_each(|position| println!("  {position}"));
    found.wrong.is_empty()
}

fn check(arguments: &Arguments) -> bool {
    let tables = Tables::load(&arguments.settings.directory, arguments.settings.geese);
    let mut holds = tables.troubles().is_empty();
    tables.troubles().iter().for_each(|trouble| println!("{trouble}"));
    for geese in tables.covered() {
        let began = Instant::now();
        let found = tables.check(geese, arguments.check, arguments.seed);
        holds &= report_check(&format!("{geese} geese"), &found, began);
    }
    for start in starts().iter().filter(|start| tables.probe(start).is_some()) {
        let began = Instant::now();
        let found = tables.check_games(start, arguments.check / 100, arguments.seed);
        holds &= report_check(&format!("games from {}", start.show()), &found, began);
    }
    holds
}

fn write_pack(arguments: &Arguments) -> Result<(), String> {
    let directory = &arguments.settings.directory;
    let bytes = pack(directory, arguments.pack).map_err(|error| error.to_string())?;
    println!("up to {} geese packed: {} bytes", arguments.pack, bytes.len());
    std::fs::write(directory.join("fox-geese.qvp"), bytes).map_err(|error| error.to_string())
}

fn main() -> ExitCode {
    let run = || -> Result<bool, String> {
        let arguments = arguments()?;
        let tables = build(&arguments.settings, reporter()).map_err(|error| error.to_string())?;
        report_starts(&tables);
        if arguments.pack > 0 {
            write_pack(&arguments)?;
        }
        Ok(arguments.check == 0 || check(&arguments))
    };
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
