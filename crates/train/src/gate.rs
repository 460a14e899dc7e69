//! The gate: a new network replaces the old one only if a sequential test shows that it is stronger.
//!
//! Two copies of one player, one with the new network and one with the old evaluator, play a sequential probability ratio
//! test. `quevedo gate` installs a network that passes; self-play ([`crate::zero`]) makes it the champion.

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

/// The match that a new network has to win.
#[derive(Clone, Debug)]
pub struct Gate {
    /// The game.
    pub game: GameEntry,
    /// The file of the new network.
    pub new: PathBuf,
    /// The evaluator of the opponent.
    pub old: EvalRef,
    /// The player of both sides; its evaluator is replaced.
    pub player: PlayerSpec,
    /// The hypotheses of the test.
    pub sprt: Sprt,
    /// The most games; without a decision by then the test is open.
    pub games: u64,
    /// Random plies at the start of each pair of games.
    pub random_plies: u32,
    /// The seed of all random numbers.
    pub seed: u64,
}

/// Why a network cannot be tested or installed.
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
    /// The program would not find a network of that name.
    #[error("{file}: {problem}: rename the file")]
    Name {
        /// The file.
        file: String,
        /// What is wrong with the name.
        problem: String,
    },
    /// Another network has this name.
    #[error("{path} exists and holds other weights: rename the new file")]
    Taken {
        /// The existing file.
        path: String,
    },
    /// A file cannot be written.
    #[error("{path}: {error}")]
    File {
        /// The file.
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

/// The result of a test.
#[derive(Clone, Debug)]
pub struct GateResult {
    /// The match, from the view of the new network.
    pub result: MatchResult,
    /// The decision of the test; open if the games ran out.
    pub decision: SprtDecision,
    /// The log-likelihood ratio; above 0, the new network is more likely stronger by the second Elo difference than by the
    /// first.
    pub llr: f64,
    /// The players and the score.
    pub report: TestReport,
}

/// An installed network.
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
    /// The name of the old evaluator; `best` is resolved.
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
        Ok(MatchSettings::new(conditions, players, self.games))
    }

    /// Refuses a match that cannot be played; returns the new network.
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

    /// Plays until the test decides, or the games run out. `on_game` is called with the result so far and its
    /// log-likelihood ratio.
    pub fn run(
        &self,
        pool: &dyn WorkerPool,
        on_game: &mut dyn FnMut(&MatchResult, f64),
    ) -> Result<GateResult, MatchError> {
        let settings = self.settings()?;
        let result = play_match(&settings, pool, Vec::new(), |_, _, result| {
            on_game(result, self.sprt.llr(&result.pairs));
            match self.sprt.decide(&result.pairs) {
                SprtDecision::Continue => ControlFlow::Continue(()),
                SprtDecision::AcceptH1 | SprtDecision::AcceptH0 => ControlFlow::Break(()),
            }
        })?;
        let report = TestReport::new(settings.players.map(|player| player.to_string()), &result);
        let (decision, llr) = (self.sprt.decide(&result.pairs), self.sprt.llr(&result.pairs));
        Ok(GateResult { result, decision, llr, report })
    }
}

/// The path of a network in a folder of networks. The registry finds files that end in `.qnet`, and hand-made evaluators
/// take precedence.
fn place(catalog: &Catalog, folder: &Path, file: &WeightFile, new: &Path) -> Result<PathBuf, GateError> {
    let refuse = |problem: String| Err(GateError::Name { file: new.display().to_string(), problem });
    let Some(name) = new.file_stem().filter(|_| new.extension().is_some_and(|ending| ending == "qnet")) else {
        return refuse("the name must end in `.qnet`".into());
    };
    let name = name.to_string_lossy();
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    if name.starts_with('.') || !name.chars().all(is_plain) || is_file(&name) {
        return refuse(format!("`{name}` is not a name for an evaluator (letters, digits, `-`, `_` and `.` only)"));
    }
    let has_name = |game: &&GameEntry| game.input_spec().name == file.encoding && is_reserved(game, &name);
    if let Some(game) = catalog.games().iter().find(has_name) {
        return refuse(format!("`{name}` is another evaluator of {}", game.id()));
    }
    Ok(folder.join(&file.encoding).join(format!("{name}.qnet")))
}

/// Whether the name is `best` or that of a hand-made evaluator.
fn is_reserved(game: &GameEntry, name: &str) -> bool {
    name == BEST || game.handmade_evaluators().contains(&name)
}

/// Creates the folder of the network, and refuses a name that is taken or that the registry would not find.
pub fn check_place(catalog: &Catalog, folder: &Path, file: &WeightFile, new: &Path) -> Result<(), GateError> {
    let path = place(catalog, folder, file, new)?;
    let shelf = folder.join(&file.encoding);
    fs::create_dir_all(&shelf).map_err(|error| GateError::file(&shelf, error))?;
    match WeightFile::load(&path) {
        Ok(known) if known.checksum() != file.checksum() => Err(GateError::Taken { path: path.display().to_string() }),
        _ => Ok(()),
    }
}

/// Copies a network to a folder of networks with the record of its origin, and makes it `best` there. The next start of the
/// program plays it, if the folder is that of [`registry::use_folder`].
pub fn install(
    catalog: &Catalog,
    folder: &Path,
    gate: &Gate,
    file: &WeightFile,
    tested: &GateResult,
) -> Result<Installed, GateError> {
    let new = &gate.new;
    check_place(catalog, folder, file, new)?;
    let path = place(catalog, folder, file, new)?;
    let shelf = folder.join(&file.encoding);
    let failed = |error| GateError::file(&path, error);
    let bytes = fs::read(new).map_err(|error| GateError::file(new, error))?;
    write_whole(&path, &[&bytes]).map_err(failed)?;
    let record = serde_json::to_vec_pretty(&history(gate, file, tested)).map_err(|error| failed(error.into()))?;
    write_whole(&path.with_extension("json"), &[&record]).map_err(failed)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    write_whole(&shelf.join("best"), &[format!("{name}\n").as_bytes()]).map_err(failed)?;
    Ok(Installed { path, sha256: hex::encode(Sha256::digest(&bytes)) })
}

/// The origin of a network: its command, the log of its training if there is one, the match of the gate.
fn history(gate: &Gate, file: &WeightFile, tested: &GateResult) -> Record {
    let log = read_log(&gate.new.with_file_name("log.jsonl"));
    let loss = |Epoch { epoch, loss, validation_loss, .. }| EpochLoss { epoch, loss, validation_loss };
    let TestReport { games, wins, draws, losses, elo, .. } = tested.report;
    let error = Some(tested.result.elo().error()).filter(|error| error.is_finite());
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
        about_es: None,
        player: file.text("player").ok().map(ToOwned::to_owned),
        games: file.number("games").ok(),
        losses: log.into_iter().map(loss).collect(),
        tests: vec![test],
        generations: Vec::new(),
    }
}

/// The command that made a network; without one, its recipe.
fn command(file: &WeightFile) -> String {
    file.text("command").or_else(|_| file.text("recipe")).unwrap_or("–").to_owned()
}

/// Opens the table of networks for appending. Call it before the match, to know that it can be written.
pub fn open_record(path: &Path) -> Result<File, GateError> {
    OpenOptions::new().append(true).open(path).map_err(|error| GateError::file(path, error))
}

/// Appends a row to the table of networks.
pub fn record(path: &Path, row: &str) -> Result<(), GateError> {
    writeln!(open_record(path)?, "{row}").map_err(|error| GateError::file(path, error))
}

/// The row of a network in the table.
pub fn row(gate: &Gate, file: &WeightFile, tested: &GateResult, installed: &Installed) -> String {
    let word = |key: &str| file.text(key).unwrap_or("–").to_owned();
    let name = installed.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let TestReport { games, wins, draws, losses, .. } = &tested.report;
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
        tested.report.elo_text(),
        format!("`{}`", &installed.sha256[..16.min(installed.sha256.len())]),
    ];
    format!("| {} |", cells.join(" | "))
}
