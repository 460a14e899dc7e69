//! The progress of a training: a bar on a terminal, and a line for every epoch in the log.

use std::fs::{self, File};
use std::io::{IsTerminal as _, Write as _, stderr};
use std::path::Path;

use anyhow::{Context as _, Result};
use indicatif::{ProgressBar, ProgressStyle};
use quevedo_train::fit::Epoch;
use quevedo_train_cnn::learn::TrainingEvent;

const BAR: &str = "{wide_bar} {percent} %, {msg}, {eta} left";
/// The bar's steps to an epoch.
const STEPS: u64 = 1000;

/// Shows and logs a training.
pub(crate) struct Progress {
    log: File,
    bar: ProgressBar,
    /// The epochs of the schedule, and the finished ones.
    epochs: u32,
    over: u32,
}

impl Progress {
    /// Opens the log; where standard error is no terminal there is no bar.
    pub(crate) fn new(log: &Path, epochs: u32) -> Result<Self> {
        if let Some(folder) = log.parent() {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        let file = File::options().create(true).write(true).truncate(false).open(log);
        let log = file.with_context(|| log.display().to_string())?;
        let style = ProgressStyle::with_template(BAR).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = if stderr().is_terminal() { ProgressBar::new(0) } else { ProgressBar::hidden() };
        bar.set_length(u64::from(epochs) * STEPS);
        Ok(Self { log, bar: bar.with_style(style), epochs, over: 0 })
    }

    /// Shows and logs an event.
    pub(crate) fn show(&mut self, event: &TrainingEvent<'_>) {
        match event {
            TrainingEvent::Resumed(epochs) => {
                epochs.iter().for_each(|epoch| self.write(epoch));
                self.say(&format!("resumes after epoch {}/{}", self.over, self.epochs));
                self.bar.set_position(u64::from(self.over) * STEPS);
                self.bar.reset_eta();
            }
            TrainingEvent::Step(share, loss) => {
                self.bar.set_message(format!("epoch {}/{}, loss {loss:.5}", self.over + 1, self.epochs));
                self.bar.set_position(((f64::from(self.over) + share) * STEPS as f64) as u64);
            }
            TrainingEvent::Epoch(epoch) => {
                self.write(epoch);
                self.say(&line(epoch, self.epochs));
            }
        }
    }

    /// Writes an epoch to the log, the first in place of what is there: a training that is refused leaves it alone.
    fn write(&mut self, epoch: &Epoch) {
        // A full disk must not end a training that has come this far.
        if self.over == 0 {
            let _ = self.log.set_len(0);
        }
        self.over = epoch.epoch;
        let text = serde_json::to_string(epoch).expect("plain data can be written");
        let _ = writeln!(self.log, "{text}");
    }

    fn say(&self, line: &str) {
        self.bar.suspend(|| eprintln!("{line}"));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// An epoch for people. The others take as long, if it does not end before.
fn line(epoch: &Epoch, epochs: u32) -> String {
    let validation = epoch.validation_loss.map_or(String::new(), |loss| format!(", validation {loss:.5}"));
    let speed = epoch.positions as f64 / epoch.seconds.max(0.001);
    let left = f64::from(epochs.saturating_sub(epoch.epoch)) * epoch.seconds;
    let losses = format!("epoch {}/{epochs}: loss {:.5}{validation}", epoch.epoch, epoch.loss);
    format!("{losses}, {speed:.0} positions/s, {left:.0} s left")
}
