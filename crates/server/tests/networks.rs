//! The networks that come with the program, in the API.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use common::TestServer;
use quevedo_catalog::Catalog;
use serde_json::Value;

fn weights() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../nets/weights")
}

/// The files of a kind in the folders of the weights: (folder, name, content).
fn files(extension: &str) -> Vec<(String, String, Vec<u8>)> {
    let folders = fs::read_dir(weights()).unwrap().flatten().map(|entry| entry.path()).filter(|path| path.is_dir());
    let inside = folders.flat_map(|folder| fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()));
    let wanted = inside.filter(|path| path.extension().is_some_and(|found| found == extension));
    let word = |part: Option<&std::ffi::OsStr>| part.unwrap().to_str().unwrap().to_owned();
    wanted
        .map(|path| (word(path.parent().unwrap().file_name()), word(path.file_stem()), fs::read(&path).unwrap()))
        .collect()
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().filter_map(Value::as_str).collect()
}

#[tokio::test]
async fn every_shipped_network_is_listed() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let answer = server.visitor().get("/api/networks").await;
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/json")));
    let list = answer.json();
    let networks = list["networks"].as_array().unwrap();
    let shipped = files("qnet");
    assert_eq!(networks.len(), shipped.len());
    let catalog = Catalog::standard();
    let encoding_of = |id: &str| catalog.find(id).unwrap().input_spec().name;
    let named = |encoding: &str, name: &str| {
        let plays = |network: &Value| texts(&network["games"]).iter().any(|id| encoding_of(id) == encoding);
        networks
            .iter()
            .find(|network| network["name"] == name && plays(network))
            .unwrap_or_else(|| panic!("{encoding}/{name}"))
    };
    for (encoding, name, content) in shipped {
        let network = named(&encoding, &name);
        assert_eq!(network["bytes"], content.len(), "{encoding}/{name}");
        assert_eq!(network["problem"], Value::Null, "{encoding}/{name}");
        assert!(["nnue", "patterns", "terms", "cnn"].contains(&network["kind"].as_str().unwrap()));
        let expected: Vec<&str> =
            catalog.games().iter().map(|game| game.id()).filter(|id| encoding_of(id) == encoding).collect();
        assert_eq!(texts(&network["games"]), expected);
        let best = fs::read_to_string(weights().join(&encoding).join("best")).unwrap_or_default();
        assert_eq!(network["best"], best.trim() == name, "{encoding}/{name}");
    }
    for (encoding, name, content) in files("json") {
        let record: Value = serde_json::from_slice(&content).unwrap();
        let network = named(&encoding, &name);
        for word in ["command", "player", "games"] {
            assert_eq!(network["record"][word], record[word], "{encoding}/{name}: {word}");
        }
        for part in ["losses", "tests", "generations"] {
            let [found, written] =
                [&network["record"][part], &record[part]].map(|list| list.as_array().map_or(0, Vec::len));
            assert_eq!(found, written, "{encoding}/{name}: {part}");
        }
    }
    server.stop().await;
}

/// All of them can be chosen for a game.
#[tokio::test]
async fn every_network_is_among_the_evaluators_of_its_games() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let catalog = ada.get("/api/catalog").await.json();
    let networks = ada.get("/api/networks").await.json();
    for game in catalog["games"].as_array().unwrap() {
        let names: Vec<&str> =
            game["evaluators"].as_array().unwrap().iter().filter_map(|one| one["name"].as_str()).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
        assert_eq!(names[0], "best");
        for network in networks["networks"].as_array().unwrap() {
            if texts(&network["games"]).contains(&game["id"].as_str().unwrap()) {
                assert!(names.contains(&network["name"].as_str().unwrap()), "{}: {names:?}", game["id"]);
            }
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn networks_are_described() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let api = server.visitor().get("/api/openapi.json").await.json();
    assert!(api["paths"]["/api/networks"]["get"].is_object());
    let schemas = &api["components"]["schemas"];
    assert_eq!(schemas["NetworkInfo"]["allOf"][0]["$ref"], "#/components/schemas/NetworkEntry");
    assert!(schemas["NetworkEntry"]["properties"]["record"].is_object());
    assert!(schemas["NetworkRecord"]["properties"]["player"].is_object());
    server.stop().await;
}
