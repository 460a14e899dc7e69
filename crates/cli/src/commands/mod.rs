//! The commands: one module each, with its arguments and what it does.

pub(crate) mod bench;
pub(crate) mod games;
pub(crate) mod matches;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod players;
pub(crate) mod rules;
pub(crate) mod show;

use std::io::{self, IsTerminal, Write};

use anyhow::{Context, Result};
use clap::CommandFactory;
use quevedo_catalog::{GameEntry, Session};

use crate::args::{Args, Command};
use crate::terminal;

/// Carries a command out; its results go to `out`.
pub(crate) fn run(command: Option<Command>, out: &mut dyn Write) -> Result<()> {
    match command {
        None => without_command(out),
        Some(Command::Games(command)) => command.run(out),
        Some(Command::Players(command)) => command.run(out),
        Some(Command::Rules(command)) => command.run(out),
        Some(Command::Show(command)) => command.run(out),
        Some(Command::Play(command)) => command.run(out),
        Some(Command::Match(command)) => command.run(out),
        Some(Command::Perft(command)) => command.run(out),
        Some(Command::Bench(command)) => command.run(out),
    }
}

/// A menu where there is a screen for it, the help elsewhere.
fn without_command(out: &mut dyn Write) -> Result<()> {
    if has_screen() {
        return terminal::run_menu();
    }
    write!(out, "{}", Args::command().render_long_help())?;
    Ok(())
}

/// Whether a full-screen board can be shown and played on.
fn has_screen() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|kind| kind == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// A game from the start or from a position, in the words of the command line if the position is wrong.
fn open(game: &'static GameEntry, position: Option<&str>) -> Result<Box<dyn Session>> {
    game.session(position).context("--position")
}
