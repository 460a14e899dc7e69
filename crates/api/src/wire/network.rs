//! Networks that come with the program: what they are, how they were made, and what they are worth.

use quevedo_catalog::Catalog;
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
    /// The games that it plays: all that have its input encoding.
    pub games: Vec<String>,
    /// Whether it is what `eval=best` means.
    pub best: bool,
    /// Its entry in the registry.
    #[serde(flatten)]
    pub net: NetworkEntry,
}

impl NetworkList {
    /// The networks of a program, in the order of its games.
    pub fn new(catalog: &Catalog) -> Self {
        let networks = registry::networks().all().iter();
        let mut networks: Vec<NetworkInfo> = networks.map(|net| NetworkInfo::new(catalog, net)).collect();
        let games = catalog.games();
        let place =
            |network: &NetworkInfo| games.iter().position(|game| network.games.iter().any(|id| id == game.id()));
        networks.sort_by_key(|network| place(network).unwrap_or(usize::MAX));
        Self { networks }
    }
}

impl NetworkInfo {
    fn new(catalog: &Catalog, net: &NetworkEntry) -> Self {
        let games = catalog.games().iter().filter(|game| game.input_spec().name == net.encoding);
        Self {
            games: games.map(|game| game.id().to_owned()).collect(),
            best: registry::networks().best(&net.encoding) == Some(net.name.as_str()),
            net: net.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_serves_all_games_with_its_encoding() {
        let catalog = Catalog::standard();
        let encoding = catalog.find("chess").unwrap().input_spec().name;
        let test = r#"{"player": "greedy", "against": "handmade", "games": 3, "wins": 2, "draws": 1, "losses": 0}"#;
        let record = format!(r#"{{"command": "make it", "tests": [{test}]}}"#);
        let info = NetworkInfo::new(&catalog, &NetworkEntry::new(encoding, "damaged", b"?", Some(record.as_bytes())));
        assert!(info.games.contains(&"chess".into()) && !info.games.contains(&"othello".into()), "{:?}", info.games);
        assert!(info.net.problem.is_some() && !info.best);
        let json = serde_json::to_value(&info).unwrap();
        assert_eq!((&json["name"], &json["record"]["command"]), (&"damaged".into(), &"make it".into()));
        assert_eq!((&json["record"]["tests"][0]["wins"], &json["seed"]), (&2.into(), &serde_json::Value::Null));
        assert_eq!(
            NetworkInfo::new(&catalog, &NetworkEntry::new("nobody", "lost", b"?", None)).games,
            Vec::<String>::new()
        );
    }
}
