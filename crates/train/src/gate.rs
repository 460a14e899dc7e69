//! The gate: a new network comes in only if a match says that it is better.
//!
//! Two copies of one player, one with the new network and one with what is there, play a sequential test. What passes is
//! put among the networks that come with the program, is called `best` from then on, and gets a row in their record.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use quevedo_arena::stats::{Sprt, SprtDecision};
use quevedo_arena::{
    GameConditions, MatchError, MatchResult, MatchSettings, Openings, WorkerPool, play_match, utc_date,
};
use quevedo_catalog::{Catalog, EvalRef, GameEntry, PlayerSpec};
use quevedo_nets::record::{EpochLoss, NetTest, Record};
use quevedo_nets::{BEST, NetError, WeightFile, is_file, registry};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::data::write_whole;
use crate::fit::Epoch;
use crate::recipe::{TestReport, read_log, with_eval};

/// A test to be passed.
#[derive(Clone, Debug)]
pub struct Gate {
    /// The game.
    pub game: GameEntry,
    /// The file of the new network.
    pub new: PathBuf,
    /// The evaluator that it must beat.
    pub old: EvalRef,
    /// Who plays with both, without an evaluator.
    pub player: PlayerSpec,
    /// The Elo differences to tell apart.
    pub sprt: Sprt,
    /// After so many games it has not passed.
    pub games: u64,
    /// How many random plies open each pair of games.
    pub random_plies: u32,
    /// Where all random numbers come from.
    pub seed: u64,
}

/// Why nothing was tested, or not let in.
#[derive(Debug, Error)]
pub enum GateError {
    /// The new network cannot be used.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The match cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// No game has the encoding of the network.
    #[error("{file}: no game uses the input encoding `{encoding}`")]
    NoGame {
        /// The file.
        file: String,
        /// Its encoding.
        encoding: String,
    },
    /// The network is for another game.
    #[error("{file}: its input encoding is `{encoding}`, and that of {game} is `{wanted}`")]
    OtherGame {
        /// The file.
        file: String,
        /// Its encoding.
        encoding: String,
        /// The game.
        game: String,
        /// The encoding of the game.
        wanted: &'static str,
    },
    /// The program could not find the network by the name of the file.
    #[error("{file}: {problem}: rename the file")]
    Name {
        /// The file.
        file: String,
        /// What is wrong with the name.
        problem: String,
    },
    /// A network of this name is there, and is another one.
    #[error("{path} is there and holds other weights: rename the new file")]
    Taken {
        /// The file that is there.
        path: String,
    },
    /// A file cannot be written.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: String,
        /// What is wrong with it.
        error: io::Error,
    },
}

impl GateError {
    fn file(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.display().to_string(), error }
    }
}

/// What a test came to.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The match, from the view of the new network.
    pub result: MatchResult,
    /// What the test says; still open if the games ran out.
    pub verdict: SprtDecision,
    /// The players and their figures.
    pub report: TestReport,
}

/// Where a network went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    /// Its file.
    pub path: PathBuf,
    /// SHA-256 of the file.
    pub sha256: String,
}

/// The first game with the input encoding of a network.
pub fn game_of<'c>(catalog: &'c Catalog, file: &WeightFile) -> Result<&'c GameEntry, GateError> {
    let found = catalog.games().iter().find(|game| game.input_spec().name == file.encoding);
    found.ok_or_else(|| GateError::NoGame { file: file.name.clone(), encoding: file.encoding.clone() })
}

impl Gate {
    /// What was beaten, where `best` only stands for it.
    fn old_name(&self) -> String {
        match &self.old {
            EvalRef::Best => {
                let best = registry::networks().best(self.game.input_spec().name).map(str::to_owned);
                best.unwrap_or_else(|| self.game.handmade_evaluators()[0].to_owned())
            }
            other => other.to_string(),
        }
    }

    fn settings(&self) -> Result<MatchSettings, MatchError> {
        let players =
            [with_eval(&self.player, EvalRef::File(self.new.clone()))?, with_eval(&self.player, self.old.clone())?];
        let openings = Openings::Random { plies: self.random_plies };
        let conditions = GameConditions { openings, ..GameConditions::new(&self.game, self.seed) };
        Ok(MatchSettings { conditions, players, games: self.games })
    }

    /// Refuses what cannot be tested, before anything is played.
    pub fn check(&self) -> Result<WeightFile, GateError> {
        let file = WeightFile::load(&self.new)?;
        let wanted = self.game.input_spec().name;
        if file.encoding != wanted {
            let (file, encoding) = (file.name.clone(), file.encoding.clone());
            return Err(GateError::OtherGame { file, encoding, game: self.game.id().into(), wanted });
        }
        self.settings()?.check()?;
        Ok(file)
    }

    /// Plays until the test knows, or the games run out.
    pub fn judge(
        &self,
        pool: &dyn WorkerPool,
        watch: &mut dyn FnMut(&MatchResult, f64),
    ) -> Result<Judgement, GateError> {
        let settings = self.settings()?;
        let result = play_match(&settings, pool, Vec::new(), |_, _, result| {
            watch(result, self.sprt.llr(&result.pairs));
            match self.sprt.decide(&result.pairs) {
                SprtDecision::Continue => ControlFlow::Continue(()),
                SprtDecision::AcceptH1 | SprtDecision::AcceptH0 => ControlFlow::Break(()),
            }
        })?;
        let report = TestReport::new(settings.players.map(|player| player.to_string()), &result);
        Ok(Judgement { verdict: self.sprt.decide(&result.pairs), result, report })
    }
}

/// Where a network of a file would be put among the shipped ones, if the program would find it there: it ships what ends
/// in `.qnet`, and asks evaluators made by hand first.
fn place(catalog: &Catalog, folder: &Path, file: &WeightFile, new: &Path) -> Result<PathBuf, GateError> {
    let refuse = |problem: String| Err(GateError::Name { file: new.display().to_string(), problem });
    let Some(name) = new.file_stem().filter(|_| new.extension().is_some_and(|ending| ending == "qnet")) else {
        return refuse("only files that end in `.qnet` come with the program".into());
    };
    let name = name.to_string_lossy();
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    if name.starts_with('.') || !name.chars().all(is_plain) || is_file(&name) {
        return refuse(format!("`{name}` is no name for an evaluator (letters, digits, `-`, `_` and `.` only)"));
    }
    let has_name = |game: &&GameEntry| game.input_spec().name == file.encoding && is_made_by_hand(game, &name);
    if let Some(game) = catalog.games().iter().find(has_name) {
        return refuse(format!("`{name}` is another evaluator of {}", game.id()));
    }
    Ok(folder.join(&file.encoding).join(format!("{name}.qnet")))
}

/// Whether an evaluator of a game is called so that is no network: made by hand, or `best`.
fn is_made_by_hand(game: &GameEntry, name: &str) -> bool {
    name == BEST || game.handmade_evaluators().contains(&name)
}

/// Refuses to put a network where another one is, or where the program would not find it.
pub fn check_place(catalog: &Catalog, folder: &Path, file: &WeightFile, new: &Path) -> Result<(), GateError> {
    let path = place(catalog, folder, file, new)?;
    match WeightFile::load(&path) {
        Ok(there) if there.checksum() != file.checksum() => Err(GateError::Taken { path: path.display().to_string() }),
        _ if folder.is_dir() => Ok(()),
        _ => Err(GateError::file(folder, io::ErrorKind::NotFound.into())),
    }
}

/// Puts a network among the shipped ones, as the best of its game, with the record of how it came to be.
pub fn install(
    catalog: &Catalog,
    folder: &Path,
    gate: &Gate,
    file: &WeightFile,
    judgement: &Judgement,
) -> Result<Installed, GateError> {
    let new = &gate.new;
    check_place(catalog, folder, file, new)?;
    let path = place(catalog, folder, file, new)?;
    let shelf = folder.join(&file.encoding);
    let failed = |error| GateError::file(&path, error);
    fs::create_dir_all(&shelf).map_err(failed)?;
    let bytes = fs::read(new).map_err(|error| GateError::file(new, error))?;
    write_whole(&path, &[&bytes]).map_err(failed)?;
    let record = serde_json::to_vec_pretty(&history(gate, file, judgement)).map_err(|error| failed(error.into()))?;
    write_whole(&path.with_extension("json"), &[&record]).map_err(failed)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    write_whole(&shelf.join("best"), &[format!("{name}\n").as_bytes()]).map_err(failed)?;
    Ok(Installed { path, sha256: hex::encode(Sha256::digest(&bytes)) })
}

/// How a network came to be: its command, the log beside it if there is one, the match that let it in.
fn history(gate: &Gate, file: &WeightFile, judgement: &Judgement) -> Record {
    let log = read_log(&gate.new.with_file_name("log.jsonl"));
    let loss = |Epoch { epoch, loss, validation_loss, .. }| EpochLoss { epoch, loss, validation_loss };
    let TestReport { games, wins, draws, losses, elo, .. } = judgement.report;
    let error = Some(judgement.result.elo().error()).filter(|error| error.is_finite());
    let test = NetTest {
        player: gate.player.to_string(),
        against: gate.old_name(),
        games: games as u32,
        wins: wins as u32,
        draws: draws as u32,
        losses: losses as u32,
        elo,
        elo_error: error.map(|error| (error * 10.0).round() / 10.0),
    };
    Record {
        command: command(file),
        player: file.text("player").ok().map(ToOwned::to_owned),
        games: file.number("games").ok(),
        losses: log.into_iter().map(loss).collect(),
        tests: vec![test],
        generations: Vec::new(),
    }
}

/// The command that made a network; of one that does not say, its recipe.
fn command(file: &WeightFile) -> String {
    file.text("command").or_else(|_| file.text("recipe")).unwrap_or("–").to_owned()
}

/// Opens the record of networks to append to it; done before anything is played, it tells whether that can be.
pub fn open_record(path: &Path) -> Result<File, GateError> {
    OpenOptions::new().append(true).open(path).map_err(|error| GateError::file(path, error))
}

/// Appends a row to the record of networks.
pub fn record(path: &Path, row: &str) -> Result<(), GateError> {
    writeln!(open_record(path)?, "{row}").map_err(|error| GateError::file(path, error))
}

/// The row of a network in the record.
pub fn row(gate: &Gate, file: &WeightFile, judgement: &Judgement, installed: &Installed) -> String {
    let word = |key: &str| file.text(key).unwrap_or("–").to_owned();
    let name = installed.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let TestReport { games, wins, draws, losses, .. } = &judgement.report;
    let cells = [
        utc_date(SystemTime::now()).replace('.', "-"),
        gate.game.id().into(),
        format!("`{name}`"),
        format!("`{}`", command(file)),
        word("seed"),
        word("data"),
        word("loss"),
        format!("`{}`, `{}`", gate.old_name(), gate.player),
        format!("{games}: +{wins} ={draws} -{losses}"),
        judgement.report.elo_text(),
        format!("`{}`", &installed.sha256[..16.min(installed.sha256.len())]),
    ];
    format!("| {} |", cells.join(" | "))
}
