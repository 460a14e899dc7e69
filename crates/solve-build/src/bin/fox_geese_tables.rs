//! Builds the tables of the Fox and the Geese, checks them, and proves how long won games last.
//!
//! Finished tables in the folder are kept, so an interrupted run resumes. `--check N` then loads the
//! tables into memory and checks them. `--length` needs no tables and builds none.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, ValueEnum};
use quevedo_core::{Game, Notation};
use quevedo_games::FoxGeese;
use quevedo_solve::fox_geese::{FEWEST_GEESE, FoxGeeseTables};
use quevedo_solve_build::fox_geese::{
    Bound, BuildProgress, BuildSettings, CheckReport, LengthSettings, Precision, build, check_games, check_positions,
    length_memory, lengths, load, pack,
};

/// Builds the tables of the Fox and the Geese, checks them, and proves how long won games last.
#[derive(Parser)]
struct Arguments {
    /// The folder of the tables
    #[arg(long, default_value = ".")]
    dir: PathBuf,
    /// The largest number of geese, 4 to 17
    #[arg(long, default_value_t = 15)]
    geese: u32,
    /// Count the game as lost with fewer geese than this. The tables then hold what the geese win without losing more
    #[arg(long, default_value_t = FEWEST_GEESE)]
    fewest: u32,
    /// Threads to use; 0 for as many as there are processors
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// Check this many random positions of every number of geese, and a hundredth as many games from the starts
    #[arg(long, default_value_t = 0)]
    check: u64,
    /// The seed of these positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Pack the tables of up to this number of geese into one file in the folder
    #[arg(long, default_value_t = 0)]
    pack: u32,
    /// Build no tables, but prove how long the games from the starts last when the geese play to win fast
    #[arg(long)]
    length: Option<Proof>,
    /// How close to the exact length: 32, 64 or 320 bytes of memory a placement
    #[arg(long, default_value = "coarse")]
    precision: Closeness,
}

/// Which bound to prove.
#[derive(Clone, Copy, ValueEnum)]
enum Proof {
    /// At most this many plies
    Upper,
    /// At least this many plies
    Lower,
    /// Both bounds, one after the other
    Both,
}

#[derive(Clone, Copy, ValueEnum)]
enum Closeness {
    Coarse,
    Fine,
    Exact,
}

/// Says how far the build is, every second or so and at the end of every number of geese.
fn reporter() -> impl FnMut(&BuildProgress) {
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

fn report_starts(tables: &FoxGeeseTables) {
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

fn report_check(name: &str, found: &CheckReport, began: Instant) -> bool {
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
    let tables = load(&arguments.dir, arguments.geese);
    let mut holds = tables.warnings().is_empty();
    tables.warnings().iter().for_each(|warning| println!("{warning}"));
    for geese in tables.covered() {
        let began = Instant::now();
        let found = check_positions(&tables, geese, arguments.check, arguments.seed);
        holds &= report_check(&format!("{geese} geese"), &found, began);
    }
    for start in starts().iter().filter(|start| tables.probe(start).is_some()) {
        let began = Instant::now();
        let found = check_games(&tables, start, arguments.check / 100, arguments.seed);
        holds &= report_check(&format!("games from {}", start.show()), &found, began);
    }
    holds
}

fn write_pack(arguments: &Arguments) -> Result<(), String> {
    let bytes = pack(&arguments.dir, arguments.pack).map_err(|error| error.to_string())?;
    println!("up to {} geese packed: {} bytes", arguments.pack, bytes.len());
    std::fs::write(arguments.dir.join("fox-geese.qvp"), bytes).map_err(|error| error.to_string())
}

fn prove_lengths(arguments: &Arguments, proof: Proof) -> Result<(), String> {
    let starts: Vec<FoxGeese> =
        starts().into_iter().filter(|start| start.geese().count_ones() <= arguments.geese).collect();
    let bounds: &[Bound] = match proof {
        Proof::Upper => &[Bound::Upper],
        Proof::Lower => &[Bound::Lower],
        Proof::Both => &[Bound::Upper, Bound::Lower],
    };
    let precision = match arguments.precision {
        Closeness::Coarse => Precision::Coarse,
        Closeness::Fine => Precision::Fine,
        Closeness::Exact => Precision::Exact,
    };
    let Some(most) = starts.iter().map(|start| start.geese().count_ones()).max() else {
        return Err(format!("no start has {} geese or fewer: they have 13, 15 and 17", arguments.geese));
    };
    println!("needs about {} GB of memory", length_memory(most, precision) / 1_000_000_000);
    bounds.iter().try_for_each(|bound| {
        prove_bound(&starts, &LengthSettings { bound: *bound, precision, threads: arguments.threads })
    })
}

/// Proves one bound for some starts, and for each of their first moves.
fn prove_bound(starts: &[FoxGeese], settings: &LengthSettings) -> Result<(), String> {
    let after = |start: &FoxGeese, mv| {
        let mut next = *start;
        next.play(mv);
        next
    };
    let moves: Vec<_> =
        starts.iter().flat_map(|start| start.legal_moves().into_iter().map(move |mv| (*start, mv))).collect();
    let asked: Vec<FoxGeese> =
        starts.iter().copied().chain(moves.iter().map(|(start, mv)| after(start, *mv))).collect();
    let began = Instant::now();
    let word = if settings.bound == Bound::Upper { "at most" } else { "at least" };
    let show = |plies: Option<u32>| plies.map_or_else(|| "-".into(), |plies| plies.to_string());
    let found = lengths(&asked, settings, |done| {
        println!(
            "{:2} geese: {} placements, {:.1} s, longest game {} plies",
            done.geese, done.placements, done.seconds, done.longest
        );
        // Printed at once: the run may be stopped before its end.
        for (place, plies) in done.found.iter().filter(|(place, _)| *place < starts.len()) {
            println!("{}: won in {word} {} plies", starts[*place].show(), show(*plies));
        }
    });
    let found = found.map_err(|error| error.to_string())?;
    for start in starts {
        let later = moves.iter().zip(&found[starts.len()..]).filter(|((from, _), _)| from == start);
        let later: Vec<String> = later
            .map(|((_, mv), plies)| format!("{} {}", start.show_move(*mv), show(plies.map(|plies| plies + 1))))
            .collect();
        println!("{} by the first move: {}", start.show(), later.join(", "));
    }
    println!("{:.1} s", began.elapsed().as_secs_f64());
    Ok(())
}

fn main() -> ExitCode {
    let run = || -> Result<bool, String> {
        let arguments = Arguments::parse();
        if let Some(proof) = arguments.length {
            return prove_lengths(&arguments, proof).map(|()| true);
        }
        let settings = BuildSettings {
            directory: arguments.dir.clone(),
            fewest: arguments.fewest,
            geese: arguments.geese,
            threads: arguments.threads,
        };
        let tables = build(&settings, reporter()).map_err(|error| error.to_string())?;
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
