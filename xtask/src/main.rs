//! The tasks of the project, run as `cargo xtask TASK`: everything a change must pass, tidiness alone, long runs.

mod fuzz;
mod manual;
mod nats;
mod new_game;
mod python;
mod schemathesis;
mod shell;
mod site;
mod soak;
mod strength;
mod test;
mod tidy;
mod tools;

use std::process::ExitCode;

use clap::Parser;

/// The tasks of the project.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Run everything a change must pass, in order, stopping at the first failure
    Test {
        /// Run these steps only
        #[arg(value_name = "STEP")]
        steps: Vec<test::Step>,
    },
    /// Check what compilers do not: the invariants of ARCHITECTURE.md, dependencies, licences, leftovers
    Tidy,
    /// Test for long: deep perft, many random games under the law suite, fuzzing
    Soak(soak::Soak),
    Strength(strength::Strength),
    NewGame(new_game::NewGame),
    Site(site::Site),
}

fn main() -> ExitCode {
    let done = match Task::parse() {
        Task::Test { steps } => test::run(&steps),
        Task::Tidy => tidy::run(),
        Task::Soak(soak) => soak.run(),
        Task::NewGame(game) => game.run(),
        Task::Site(site) => site.run(),
        Task::Strength(strength) => return exit(strength.run()),
    };
    exit(done.map(|()| ExitCode::SUCCESS))
}

fn exit(done: anyhow::Result<ExitCode>) -> ExitCode {
    match done {
        Ok(status) => status,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
