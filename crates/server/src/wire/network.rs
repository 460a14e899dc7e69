//! Networks that come with the program: what they are, how they were made, and what they are worth.

use quevedo_catalog::GAMES;
use quevedo_nets::record::{EpochLoss, Generation, NetTest, Record};
use quevedo_nets::shipped::{self, ShippedNet};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::WdlState;

/// All networks that come with the program.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct NetworkList {
    /// Those of one game beside each other.
    pub networks: Vec<NetworkInfo>,
}

/// A network.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct NetworkInfo {
    /// The games that it plays: all that are seen alike.
    pub games: Vec<&'static str>,
    /// Its name in player specs, as the value of `eval`.
    pub name: String,
    /// How its weights are used: `nnue`, `patterns`, `terms` or `cnn`; empty where the file cannot be read.
    pub kind: String,
    /// What it is, in one line.
    pub about: String,
    /// Whether it is what `eval=best` means.
    pub best: bool,
    /// The day it was made.
    pub made: Option<String>,
    /// The recipe that made it.
    pub recipe: Option<String>,
    /// How many positions it learned from.
    pub positions: Option<u64>,
    /// The seed of its training.
    pub seed: Option<u64>,
    /// How wrong it is on positions that were kept apart.
    pub loss: Option<f64>,
    /// The size of its file.
    pub bytes: usize,
    /// SHA-256 of its file in hex.
    pub sha256: String,
    /// How it came to be, where that was written down.
    pub record: Option<NetworkRecord>,
    /// What is wrong with its files.
    pub problem: Option<String>,
}

/// How a network came to be.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct NetworkRecord {
    /// The command that made it.
    pub command: String,
    /// The loss after every epoch.
    pub losses: Vec<LossState>,
    /// Matches against other evaluators.
    pub tests: Vec<NetworkTest>,
    /// The rounds of self-play and training, for a network that taught itself.
    pub generations: Vec<GenerationState>,
}

/// How wrong a network was after an epoch.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct LossState {
    /// From 1.
    pub epoch: u32,
    /// On the positions it learned from.
    pub loss: f64,
    /// On positions that were kept apart.
    pub validation_loss: Option<f64>,
}

/// A match between two players that differ in their evaluators alone.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct NetworkTest {
    /// What both play by, apart from the evaluator.
    pub player: String,
    /// The evaluator of the other one, or a player who needs none.
    pub against: String,
    /// How many games.
    pub games: u32,
    /// How they ended for the network.
    pub score: WdlState,
    /// By how much the network is better; none where one of them has all the points.
    pub elo: Option<f64>,
    /// Half of the 95 % interval.
    pub elo_error: Option<f64>,
}

/// A round of self-play and training.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct GenerationState {
    /// Its number.
    pub number: u32,
    /// How many positions it learned from.
    pub positions: u64,
    /// How wrong its network is on them.
    pub loss: f64,
    /// The same on positions that were kept apart.
    pub validation_loss: Option<f64>,
    /// The share of its moves that a solver finds right: a win stays won, a draw drawn. None where it was not asked.
    pub kept: Option<f64>,
}

impl NetworkList {
    /// The networks of this program, in the order of their games.
    pub fn new() -> Self {
        let mut networks: Vec<NetworkInfo> = shipped::every().iter().map(NetworkInfo::new).collect();
        let place = |network: &NetworkInfo| GAMES.iter().position(|entry| network.games.contains(&entry.id));
        networks.sort_by_key(|network| place(network).unwrap_or(usize::MAX));
        Self { networks }
    }
}

impl Default for NetworkList {
    fn default() -> Self {
        Self::new()
    }
}

impl NetworkInfo {
    fn new(net: &ShippedNet) -> Self {
        let net = net.clone();
        Self {
            games: GAMES.iter().filter(|entry| entry.sees().name == net.sees).map(|entry| entry.id).collect(),
            best: shipped::best(&net.sees) == Some(net.name.as_str()),
            name: net.name,
            kind: net.kind,
            about: net.about,
            made: net.made,
            recipe: net.recipe,
            positions: net.positions,
            seed: net.seed,
            loss: net.loss,
            bytes: net.bytes,
            sha256: net.sha256,
            record: net.record.map(Into::into),
            problem: net.problem,
        }
    }
}

impl From<Record> for NetworkRecord {
    fn from(record: Record) -> Self {
        Self {
            command: record.command,
            losses: record.losses.into_iter().map(Into::into).collect(),
            tests: record.tests.into_iter().map(Into::into).collect(),
            generations: record.generations.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<EpochLoss> for LossState {
    fn from(EpochLoss { epoch, loss, validation_loss }: EpochLoss) -> Self {
        Self { epoch, loss, validation_loss }
    }
}

impl From<NetTest> for NetworkTest {
    fn from(test: NetTest) -> Self {
        let NetTest { player, against, games, wins, draws, losses, elo, elo_error } = test;
        let score = WdlState { wins: wins.into(), draws: draws.into(), losses: losses.into() };
        Self { player, against, games, score, elo, elo_error }
    }
}

impl From<Generation> for GenerationState {
    fn from(Generation { number, positions, loss, validation_loss, kept }: Generation) -> Self {
        Self { number, positions, loss, validation_loss, kept }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_serves_all_games_that_are_seen_alike() {
        let sees = GAMES.iter().find(|entry| entry.id == "chess").map(|entry| entry.sees().name).unwrap();
        let test = r#"{"player": "greedy", "against": "handmade", "games": 3, "wins": 2, "draws": 1, "losses": 0}"#;
        let record = format!(r#"{{"command": "make it", "tests": [{test}]}}"#);
        let info = NetworkInfo::new(&ShippedNet::new(sees, "damaged", b"?", Some(record.as_bytes())));
        assert!(info.games.contains(&"chess") && !info.games.contains(&"othello"), "{:?}", info.games);
        assert!(info.problem.is_some() && !info.best);
        let test = &info.record.unwrap().tests[0];
        assert_eq!((test.score, test.elo), (WdlState { wins: 2, draws: 1, losses: 0 }, None));
        assert_eq!(NetworkInfo::new(&ShippedNet::new("nobody", "lost", b"?", None)).games, Vec::<&str>::new());
    }
}
