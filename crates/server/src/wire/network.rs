//! Networks that come with the program: what they are, how they were made, and what they are worth.

use quevedo_catalog::GAMES;
use quevedo_nets::registry::{self, NetworkEntry};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

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
    /// Whether it is what `eval=best` means.
    pub best: bool,
    /// The rest, as it is.
    #[serde(flatten)]
    pub net: NetworkEntry,
}

impl NetworkList {
    /// The networks of this program, in the order of their games.
    pub fn new() -> Self {
        let mut networks: Vec<NetworkInfo> = registry::networks().all().iter().map(NetworkInfo::new).collect();
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
    fn new(net: &NetworkEntry) -> Self {
        Self {
            games: GAMES.iter().filter(|entry| entry.sees().name == net.encoding).map(|entry| entry.id).collect(),
            best: registry::networks().best(&net.encoding) == Some(net.name.as_str()),
            net: net.clone(),
        }
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
        let info = NetworkInfo::new(&NetworkEntry::new(sees, "damaged", b"?", Some(record.as_bytes())));
        assert!(info.games.contains(&"chess") && !info.games.contains(&"othello"), "{:?}", info.games);
        assert!(info.net.problem.is_some() && !info.best);
        let told = serde_json::to_value(&info).unwrap();
        assert_eq!((&told["name"], &told["record"]["command"]), (&"damaged".into(), &"make it".into()));
        assert_eq!((&told["record"]["tests"][0]["wins"], &told["seed"]), (&2.into(), &serde_json::Value::Null));
        assert_eq!(NetworkInfo::new(&NetworkEntry::new("nobody", "lost", b"?", None)).games, Vec::<&str>::new());
    }
}
