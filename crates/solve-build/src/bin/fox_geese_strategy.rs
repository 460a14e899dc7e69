//! Makes winning strategies of the geese from tables, and checks them by the rules.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand};
use quevedo_core::Notation;
use quevedo_games::FoxGeese;
use quevedo_solve::fox_geese::{Certificate, FoxGeeseTables, shipped};
use quevedo_solve_build::fox_geese::{check_strategy, choose_strategy};

/// Makes winning strategies of the geese from tables, and checks them by the rules
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Make a strategy and write its file
    Make {
        /// The position it begins with, such as a start: 13, 15 or 17
        position: String,
        /// The file
        out: PathBuf,
        /// The folder of the tables; without it those of the program, up to ten geese
        #[arg(long)]
        dir: Option<PathBuf>,
    },
    /// Play a strategy against every answer of the fox
    Check {
        /// The file
        file: PathBuf,
    },
}

fn position(text: &str) -> Result<FoxGeese, String> {
    match text {
        "13" => Ok(FoxGeese::start_13()),
        "15" => Ok(quevedo_core::Game::start()),
        "17" => Ok(FoxGeese::start_17()),
        _ => FoxGeese::parse(text).map_err(|error| format!("{text}: {error}")),
    }
}

fn make(start: &FoxGeese, tables: &FoxGeeseTables, out: &PathBuf) -> Result<(), String> {
    let began = Instant::now();
    let mut last = Instant::now();
    let certificate = choose_strategy(start, tables, |so_far| {
        if last.elapsed().as_secs() >= 2 {
            last = Instant::now();
            println!("{} positions decided, {} waiting", so_far.done, so_far.waiting);
        }
    });
    let certificate = certificate.map_err(|error| error.to_string())?;
    tables.warnings().iter().for_each(|warning| println!("{warning}"));
    let bytes = certificate.to_bytes();
    std::fs::write(out, &bytes).map_err(|error| format!("{}: {error}", out.display()))?;
    let (positions, plies) = (certificate.positions(), certificate.plies());
    let seconds = began.elapsed().as_secs_f64();
    println!("{positions} positions, at most {plies} plies, {} bytes, {seconds:.1} s", bytes.len());
    Ok(())
}

fn check(file: &PathBuf) -> Result<(), String> {
    let began = Instant::now();
    let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let certificate = Certificate::from_bytes(&bytes).map_err(|error| format!("{}: {error}", file.display()))?;
    println!("{}: read in {:.1} s", certificate.start().show(), began.elapsed().as_secs_f64());
    let found = check_strategy(certificate.start(), &|position| certificate.reply(position));
    let found = found.map_err(|fault| fault.to_string())?;
    println!(
        "the geese win every game: {} positions, {} answers of the fox, at most {} plies, {:.1} s",
        found.positions,
        found.answers,
        found.plies,
        began.elapsed().as_secs_f64()
    );
    if found.plies == certificate.plies() {
        return Ok(());
    }
    Err(format!("the file says at most {} plies", certificate.plies()))
}

fn main() -> ExitCode {
    let result = match Arguments::parse().task {
        Task::Make { position: text, out, dir } => position(&text).and_then(|start| match dir {
            Some(dir) => make(&start, &FoxGeeseTables::open(&dir), &out),
            None => make(&start, shipped(), &out),
        }),
        Task::Check { file } => check(&file),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
