//! Generation after generation.

use std::fs;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use quevedo_arena::{GameConditions, MatchSettings, Openings, ThreadPool, play_match};
use quevedo_catalog::Catalog;
use quevedo_core::hash::combine;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::judge::{Judgement, judge};
use super::network::{last_losses, usual_recipe};
use super::selfplay::{Played, SelfPlay};
use super::{ZeroError, ZeroPlan};
use crate::data::claim;
use crate::trainer::{Training, check_trainer};

const PLAN_FILE: &str = "zero.json";
const LOG_FILE: &str = "generations.jsonl";
const NET_FILE: &str = "net.qnet";
/// Random plies before the games of a gate, so that they differ.
const GATE_PLIES: u32 = 4;
/// What a number derived from the seed is for.
const GATE: u64 = 1 << 32;

/// A loop in a folder.
pub struct Zero<'a> {
    /// What is played.
    pub plan: ZeroPlan,
    /// Where everything is kept.
    pub folder: &'a Path,
    /// The program that trains, and its first arguments; `quevedo-train-cnn` unless said otherwise.
    pub trainer: Option<&'a str>,
    /// The recipe of the network; a small network with both heads unless said otherwise.
    pub recipe: Option<&'a Path>,
    /// How many games are played at once.
    pub threads: usize,
    /// Positions on which every generation is judged by the solver of the game; 0 for none.
    pub judged: u64,
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// So many games of the generation have been played.
    Play(u64),
    /// The trainer is at work.
    Train,
    /// So many games of the gate have been played.
    Gate(u64),
    /// The network is being judged.
    Eval,
}

/// A line of the log: what came of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 0.
    pub number: usize,
    /// Who played: the number of the network, or none yet.
    pub champion: Option<usize>,
    /// Games played.
    pub games: u64,
    /// Positions they gave.
    pub positions: u64,
    /// Won, drawn and lost for the side to move.
    pub results: [u64; 3],
    /// How long the games took, as far as they were played in this run.
    pub play_s: f64,
    /// How long the training took; 0 where the network was there already.
    pub train_s: f64,
    /// The last line of the trainer's log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losses: Option<Json>,
    /// The match against the champion, if there is a gate and was a champion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<GateResult>,
    /// Whether the new network is the champion now.
    pub accepted: bool,
    /// The share of its moves that keep the value, where it was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<f64>,
}

/// What a gate said.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GateResult {
    /// Games of the match.
    pub games: u64,
    /// The share of the points of the new network.
    pub score: f64,
}

impl Zero<'_> {
    /// Runs until there are `generations`, and returns them all. `watch` is told what is being done, `tell` of every
    /// generation that is done.
    pub fn run(
        &self,
        generations: usize,
        watch: &mut dyn FnMut(usize, Step),
        tell: &mut dyn FnMut(&Generation),
    ) -> Result<Vec<Generation>, ZeroError> {
        self.check()?;
        fs::create_dir_all(self.folder).map_err(|error| ZeroError::file(self.folder, error))?;
        let plan = serde_json::to_value(&self.plan).map_err(|error| ZeroError::wrong(self.folder, &error))?;
        let _lock = claim(self.folder, PLAN_FILE, &plan)?;
        let mut log = self.read_log()?;
        while log.len() < generations {
            let number = log.len();
            let generation = self.generation(&log, &mut |step| watch(number, step))?;
            self.write_log(&generation)?;
            tell(&generation);
            log.push(generation);
        }
        Ok(log)
    }

    /// Refuses what would come to light only when hours of games have been played.
    fn check(&self) -> Result<(), ZeroError> {
        match self.recipe {
            Some(path) if !path.is_file() => Err(ZeroError::file(path, ErrorKind::NotFound.into())),
            _ => Ok(()),
        }
    }

    /// The network that plays best so far, by what the log says.
    pub fn champion(&self) -> Result<Option<PathBuf>, ZeroError> {
        Ok(champion(&self.read_log()?).map(|number| self.net(number)))
    }

    /// Judges the champion, or the first player where there is none yet.
    pub fn judge_champion(&self, positions: u64, watch: &(dyn Fn() + Sync)) -> Result<Judgement, ZeroError> {
        if !self.folder.join(PLAN_FILE).is_file() {
            return Err(ZeroError::wrong(self.folder, &format!("no run began there: {PLAN_FILE} is missing")));
        }
        let player = match self.champion()? {
            Some(net) => self.plan.player(&net),
            None => self.plan.first.clone(),
        };
        judge(&self.plan.game, &player, positions, self.plan.seed, self.threads, watch)
    }

    fn generation(&self, log: &[Generation], watch: &mut dyn FnMut(Step)) -> Result<Generation, ZeroError> {
        let (number, champion) = (log.len(), champion(log));
        let net = self.net(number);
        if !net.is_file() {
            check_trainer(self.trainer)?;
        }
        let begin = Instant::now();
        let played = self.play(number, champion, watch)?;
        let play_s = begin.elapsed().as_secs_f64();
        watch(Step::Train);
        let begin = Instant::now();
        self.train(number, champion)?;
        let train_s = begin.elapsed().as_secs_f64();
        let gate = self.gate(number, champion, watch)?;
        let limit = self.plan.gate.map_or(0.0, |gate| gate.share);
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
            accepted: gate.is_none_or(|result| result.score >= limit),
            kept: self.judge_net(&net, watch)?,
        })
    }

    fn play(&self, number: usize, champion: Option<usize>, watch: &mut dyn FnMut(Step)) -> Result<Played, ZeroError> {
        let player = match champion {
            Some(champion) => self.plan.self_player(&self.net(champion)),
            None => self.plan.first.clone(),
        };
        let seed = combine(self.plan.seed, number as u64);
        let games = SelfPlay { plan: &self.plan, player, seed, threads: self.threads };
        games.play_all(&self.games(number), &mut |ended| watch(Step::Play(ended)))
    }

    /// Trains on the games of the last generations, unless the network is there. One that does not fit is told now, not
    /// in the middle of the next games.
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
        Training { trainer: self.trainer, recipe: &recipe, data: &data, init, out: &out }.run_checked(check)
    }

    /// The recipe, written to the folder where none is named.
    fn recipe(&self) -> Result<PathBuf, ZeroError> {
        if let Some(recipe) = self.recipe {
            return Ok(recipe.to_owned());
        }
        let path = self.folder.join("recipe.toml");
        if !path.is_file() {
            fs::write(&path, usual_recipe(&self.plan.game)).map_err(|error| ZeroError::file(&path, error))?;
        }
        Ok(path)
    }

    /// A match between the new network and the champion.
    fn gate(
        &self,
        number: usize,
        champion: Option<usize>,
        watch: &mut dyn FnMut(Step),
    ) -> Result<Option<GateResult>, ZeroError> {
        let (Some(gate), Some(champion)) = (self.plan.gate, champion) else { return Ok(None) };
        let openings = Openings::Random { plies: GATE_PLIES };
        let seed = combine(self.plan.seed, GATE + number as u64);
        let conditions = GameConditions { openings, ..GameConditions::new(&self.plan.game, seed) };
        let players = [self.net(number), self.net(champion)].map(|net| self.plan.player(&net));
        let settings = MatchSettings { conditions, players, games: gate.games };
        let result = play_match(
            &settings,
            &ThreadPool::new(&Catalog::new().with(self.plan.game.clone()), self.threads),
            Vec::new(),
            |_, _, so_far| {
                watch(Step::Gate(so_far.games));
                ControlFlow::Continue(())
            },
        )?;
        Ok(Some(GateResult { games: result.games, score: result.score() }))
    }

    fn judge_net(&self, net: &Path, watch: &mut dyn FnMut(Step)) -> Result<Option<f64>, ZeroError> {
        if self.judged == 0 {
            return Ok(None);
        }
        watch(Step::Eval);
        let player = self.plan.player(net);
        let judgement = judge(&self.plan.game, &player, self.judged, self.plan.seed, self.threads, &|| {})?;
        Ok(Some(judgement.share()))
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
        // A line without its end was being written when the program died: the generation is told again.
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

/// The last network that was let in.
fn champion(log: &[Generation]) -> Option<usize> {
    log.iter().rev().find(|generation| generation.accepted).map(|generation| generation.number)
}
