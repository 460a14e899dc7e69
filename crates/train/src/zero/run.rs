//! Runs the generations of a loop.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Instant;

use quevedo_arena::ThreadPool;
use quevedo_arena::stats::{Sprt, SprtDecision};
use quevedo_catalog::{Catalog, EvalRef};
use quevedo_core::hash::combine;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::accuracy::{MoveAccuracy, move_accuracy};
use super::network::{default_recipe, last_losses};
use super::selfplay::{SelfPlay, SelfPlayCounts};
use super::{ZeroError, ZeroPlan};
use crate::data::{claim, write_encoding};
use crate::fit::InputEncoding;
use crate::gate::Gate;
use crate::trainer::{ExternalTraining, check_trainer};

const PLAN_FILE: &str = "zero.json";
const LOG_FILE: &str = "generations.jsonl";
const NET_FILE: &str = "net.qnet";
/// Random plies at the start of the games of a gate.
const GATE_PLIES: u32 = 4;
/// The stream of random numbers of the gates.
const GATE: u64 = 1 << 32;

/// A loop in a folder.
pub struct Zero<'a> {
    /// The settings.
    pub plan: ZeroPlan,
    /// The folder of the loop.
    pub folder: &'a Path,
    /// The trainer and its first arguments; `quevedo-train-cnn` by default.
    pub trainer: Option<&'a str>,
    /// The recipe of the network; a small network with both heads by default.
    pub recipe: Option<&'a Path>,
    /// The number of threads, each of which plays a game.
    pub threads: usize,
    /// The number of positions on which the solver of the game measures the move accuracy of every generation; 0 for none.
    pub accuracy_positions: u64,
}

/// The step of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZeroStep {
    /// Self-play; the number of finished games.
    Play(u64),
    /// The trainer runs.
    Train,
    /// The match of the gate; the number of finished games.
    Gate(u64),
    /// The move accuracy is measured.
    Accuracy,
}

/// A finished generation: a line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 0.
    pub number: usize,
    /// The number of the network that played; none in the first generation.
    pub champion: Option<usize>,
    /// Games played.
    pub games: u64,
    /// Their positions.
    pub positions: u64,
    /// Won, drawn and lost for the side to move.
    pub results: [u64; 3],
    /// The duration of the games that were played in this run.
    pub play_s: f64,
    /// The duration of the training; 0 where the network existed already.
    pub train_s: f64,
    /// The last line of the trainer's log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losses: Option<Json>,
    /// The match against the champion, if there is a gate and was a champion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<GateScore>,
    /// Whether the new network is the champion now.
    pub accepted: bool,
    /// The share of its moves that keep the value of the position, where it was measured.
    #[serde(default, alias = "kept", skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<f64>,
}

/// The result of a gate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GateScore {
    /// Games of the match.
    pub games: u64,
    /// The share of the points of the new network.
    pub score: f64,
    /// Whether it passed.
    #[serde(default)]
    pub passed: bool,
}

impl Zero<'_> {
    /// Runs until there are `generations`, and returns them all. `on_step` is called with the number of the generation and
    /// its step, `on_generation` with every finished generation.
    pub fn run(
        &self,
        generations: usize,
        on_step: &mut dyn FnMut(usize, ZeroStep),
        on_generation: &mut dyn FnMut(&Generation),
    ) -> Result<Vec<Generation>, ZeroError> {
        self.check()?;
        fs::create_dir_all(self.folder).map_err(|error| ZeroError::file(self.folder, error))?;
        let plan = serde_json::to_value(&self.plan).map_err(|error| ZeroError::wrong(self.folder, &error))?;
        let _lock = claim(self.folder, PLAN_FILE, &plan)?;
        let mut log = self.read_log()?;
        while log.len() < generations {
            let number = log.len();
            let generation = self.generation(&log, &mut |step| on_step(number, step))?;
            self.write_log(&generation)?;
            on_generation(&generation);
            log.push(generation);
        }
        Ok(log)
    }

    /// Refuses settings that would fail after hours of games.
    fn check(&self) -> Result<(), ZeroError> {
        match self.recipe {
            Some(path) if !path.is_file() => Err(ZeroError::file(path, ErrorKind::NotFound.into())),
            _ => Ok(()),
        }
    }

    /// The champion by the log.
    pub fn champion(&self) -> Result<Option<PathBuf>, ZeroError> {
        Ok(champion(&self.read_log()?).map(|number| self.net(number)))
    }

    /// The move accuracy of the champion; of the first player, if there is no champion yet.
    pub fn champion_accuracy(
        &self,
        positions: u64,
        on_position: &(dyn Fn() + Sync),
    ) -> Result<MoveAccuracy, ZeroError> {
        if !self.folder.join(PLAN_FILE).is_file() {
            return Err(ZeroError::wrong(self.folder, &format!("there is no run: {PLAN_FILE} is missing")));
        }
        let player = match self.champion()? {
            Some(net) => self.plan.player(&net),
            None => self.plan.first.clone(),
        };
        move_accuracy(&self.plan.game, &player, positions, self.plan.seed, self.threads, on_position)
    }

    fn generation(&self, log: &[Generation], on_step: &mut dyn FnMut(ZeroStep)) -> Result<Generation, ZeroError> {
        let (number, champion) = (log.len(), champion(log));
        let net = self.net(number);
        if !net.is_file() {
            check_trainer(self.trainer)?;
        }
        let begin = Instant::now();
        let played = self.play(number, champion, on_step)?;
        let play_s = begin.elapsed().as_secs_f64();
        on_step(ZeroStep::Train);
        let begin = Instant::now();
        self.train(number, champion)?;
        let train_s = begin.elapsed().as_secs_f64();
        let gate = self.gate(number, champion, on_step)?;
        Ok(Generation {
            number,
            champion,
            games: played.games,
            positions: played.positions,
            results: played.results,
            play_s,
            train_s,
            losses: last_losses(&net),
            gate,
            accepted: gate.is_none_or(|gate| gate.passed),
            accuracy: self.accuracy(&net, on_step)?,
        })
    }

    fn play(
        &self,
        number: usize,
        champion: Option<usize>,
        on_step: &mut dyn FnMut(ZeroStep),
    ) -> Result<SelfPlayCounts, ZeroError> {
        let player = match champion {
            Some(champion) => self.plan.self_player(&self.net(champion)),
            None => self.plan.first.clone(),
        };
        let seed = combine(self.plan.seed, number as u64);
        let games = SelfPlay { plan: &self.plan, player, seed, threads: self.threads };
        let folder = self.games(number);
        let played = games.play_all(&folder, &mut |ended| on_step(ZeroStep::Play(ended)))?;
        write_encoding(&folder, &InputEncoding::of(&self.plan.game))?;
        Ok(played)
    }

    /// Trains on the games of the last generations, unless the network exists. A network that does not fit is refused here,
    /// not in the middle of the next games.
    fn train(&self, number: usize, champion: Option<usize>) -> Result<(), ZeroError> {
        let out = self.net(number);
        let check = |net: &Path| -> Result<(), ZeroError> {
            self.plan.game.player(&self.plan.self_player(net))?;
            Ok(())
        };
        if out.is_file() {
            return check(&out);
        }
        let recipe = self.recipe()?;
        let oldest = (number + 1).saturating_sub(self.plan.window.max(1));
        let data: Vec<PathBuf> = (oldest..=number).map(|number| self.games(number)).collect();
        let init = champion.map(|champion| self.net(champion));
        let init = init.as_deref();
        ExternalTraining { trainer: self.trainer, recipe: &recipe, data: &data, init, out: &out }.run_checked(check)
    }

    /// The recipe; without one, a default recipe is written to the folder.
    fn recipe(&self) -> Result<PathBuf, ZeroError> {
        if let Some(recipe) = self.recipe {
            return Ok(recipe.to_owned());
        }
        let path = self.folder.join("recipe.toml");
        if !path.is_file() {
            fs::write(&path, default_recipe(&self.plan.game)).map_err(|error| ZeroError::file(&path, error))?;
        }
        Ok(path)
    }

    /// The gate between the new network and the champion.
    fn gate(
        &self,
        number: usize,
        champion: Option<usize>,
        on_step: &mut dyn FnMut(ZeroStep),
    ) -> Result<Option<GateScore>, ZeroError> {
        let (Some(plan), Some(champion)) = (self.plan.gate, champion) else { return Ok(None) };
        let new = self.net(number);
        let gate = Gate {
            game: self.plan.game.clone(),
            player: self.plan.player(&new),
            new,
            old: EvalRef::File(self.net(champion)),
            sprt: Sprt::new(plan.elo[0], plan.elo[1]),
            games: plan.games,
            random_plies: GATE_PLIES,
            seed: combine(self.plan.seed, GATE + number as u64),
        };
        let pool = ThreadPool::new(&Catalog::new().with(self.plan.game.clone()), self.threads);
        let tested = gate.run(&pool, &mut |so_far, _| on_step(ZeroStep::Gate(so_far.games)))?;
        // Without a decision the more likely hypothesis counts: a loop that waits for proof would stand still.
        let passed =
            tested.decision == SprtDecision::AcceptH1 || tested.decision == SprtDecision::Continue && tested.llr > 0.0;
        Ok(Some(GateScore { games: tested.result.games, score: tested.result.score(), passed }))
    }

    fn accuracy(&self, net: &Path, on_step: &mut dyn FnMut(ZeroStep)) -> Result<Option<f64>, ZeroError> {
        if self.accuracy_positions == 0 {
            return Ok(None);
        }
        on_step(ZeroStep::Accuracy);
        let (player, positions) = (self.plan.player(net), self.accuracy_positions);
        let accuracy = move_accuracy(&self.plan.game, &player, positions, self.plan.seed, self.threads, &|| {})?;
        Ok(Some(accuracy.share()))
    }

    fn games(&self, number: usize) -> PathBuf {
        self.folder.join(format!("{number:03}")).join("games")
    }

    fn net(&self, number: usize) -> PathBuf {
        self.folder.join(format!("{number:03}")).join(NET_FILE)
    }

    fn read_log(&self) -> Result<Vec<Generation>, ZeroError> {
        let path = self.folder.join(LOG_FILE);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(ZeroError::file(&path, error)),
        };
        // An incomplete last line was being written when the program died: it is dropped.
        let lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n')).enumerate();
        lines
            .map(|(index, line)| {
                let wrong = |error| ZeroError::wrong(&path, &format!("line {}: {error}", index + 1));
                serde_json::from_str(line).map_err(wrong)
            })
            .collect()
    }

    fn write_log(&self, generation: &Generation) -> Result<(), ZeroError> {
        let path = self.folder.join(LOG_FILE);
        let failed = |error| ZeroError::file(&path, error);
        let known = fs::read_to_string(&path).unwrap_or_default();
        let whole = known.rfind('\n').map_or(0, |last| last + 1);
        let line = serde_json::to_string(generation).map_err(|error| failed(error.into()))?;
        let text = format!("{}{line}\n", &known[..whole]);
        crate::data::write_whole(&path, &[text.as_bytes()]).map_err(failed)
    }
}

/// The last accepted network.
fn champion(log: &[Generation]) -> Option<usize> {
    log.iter().rev().find(|generation| generation.accepted).map(|generation| generation.number)
}
