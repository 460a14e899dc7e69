//! The API part of the long run: schemathesis makes requests from the description of the API, good ones and bad ones, and
//! compares what is answered with what is described.

use std::io::{BufRead, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use anyhow::{Context, Result};

use crate::shell::{self, program};
use crate::{python, soak};

const PACKAGES: [&str; 1] = ["schemathesis==4.32.5"];
/// Requests for each operation in each phase.
const EXAMPLES: &str = "40";
const SEED: &str = "2026";
/// What is compared. Which wrong requests must be refused is ours to say: unknown fields are ignored.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,\
                      response_schema_conformance,unsupported_method";
/// Requests that cost an engine's time would take the whole time of the run: levels think for a hundredth of theirs.
const EFFORT: &str = "0.01";
/// Words that many requests need: half of all texts are one of them.
const WORDS: [&str; 16] = [
    "chess",
    "connect4",
    "hare-hounds",
    "tic-tac-toe",
    "random",
    "greedy",
    "alphabeta:depth=2",
    "mcts:nodes=50",
    "human",
    "open",
    "machine",
    "e2e4",
    "4",
    "round-robin",
    "best",
    "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
];
/// Makes a finished game, a game against a machine and a tournament at a server, and prints their names.
const PREPARE: &str = r#"
import json, sys, urllib.request

def post(path, body):
    request = urllib.request.Request(sys.argv[1] + path, json.dumps(body).encode(), {"content-type": "application/json"})
    return json.load(urllib.request.urlopen(request))["id"]

machine = {"kind": "machine", "spec": "random"}
record = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0"
players = [{"spec": "random"}, {"spec": "greedy"}]
print(post("/api/records", {"game": "chess", "record": record}))
print(post("/api/games", {"game": "connect4", "seats": [{"kind": "human"}, machine]}))
print(post("/api/tournaments", {"game": "connect4", "format": "round-robin", "players": players, "games": 2, "seed": 1,
                                "openings": {"kind": "random", "plies": 2}}))
"#;

/// Runs schemathesis against a server of its own.
pub(crate) fn run() -> Result<()> {
    let without = "the API is not driven from its description";
    let Some(python) = python::environment("schemathesis", &PACKAGES, without) else { return Ok(()) };
    let python = python.to_string_lossy();
    let data = std::env::temp_dir().join(format!("quevedo-api-{}", std::process::id()));
    let server = Server::start(&soak::program()?, &data)?;
    let made = shell::read(&mut program(&python, &["-c", PREPARE, &server.address]))?;
    let config = data.join("schemathesis.toml");
    std::fs::write(&config, configuration(made.lines())).context("cannot write the configuration")?;
    let mut command = program(&python, &["-m", "schemathesis.cli", "--config-file", &config.to_string_lossy(), "run"]);
    command.arg(format!("{}/api/openapi.json", server.address));
    command.args([
        "--checks",
        CHECKS,
        "--max-examples",
        EXAMPLES,
        "--seed",
        SEED,
        "--continue-on-failure",
        "--request-timeout",
        "120",
    ]);
    let done = shell::run(command.current_dir(&data));
    drop(server);
    std::fs::remove_dir_all(&data).context("cannot remove the data of the test")?;
    done?;
    println!("api: no answer is a fault of the server, and every answer is as its description says");
    Ok(())
}

/// Where schemathesis finds words and names that mean something; it makes up the others.
fn configuration<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let list = |values: &mut dyn Iterator<Item = &str>| {
        values.map(|value| format!("{value:?}")).collect::<Vec<_>>().join(", ")
    };
    let (words, names) = (list(&mut WORDS.iter().copied()), list(&mut names.into_iter()));
    format!(
        "[dictionaries.words]\nvalues = [{words}]\n[dictionaries.names]\nvalues = [{names}]\n\
         [generation.dictionaries]\nstring = {{ dictionary = \"words\", probability = 0.5 }}\n\
         integer = {{ dictionary = \"numbers\", probability = 0.5 }}\n[dictionaries.numbers]\nvalues = [0, 1, 2, 3]\n\
         [parameters]\n\"path.id\" = {{ dictionary = \"names\", probability = 0.8 }}\n\
         \"path.game\" = {{ dictionary = \"words\", probability = 0.8 }}\n"
    )
}

/// A server that ends with this value.
struct Server {
    child: Child,
    address: String,
    /// It must be able to say more.
    _lines: Lines<BufReader<ChildStdout>>,
}

impl Server {
    fn start(program: &Path, data: &Path) -> Result<Self> {
        std::fs::create_dir_all(data)?;
        let mut command = Command::new(program);
        command
            .args(["serve", "--effort", EFFORT, "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .stdout(Stdio::piped());
        let mut child = command.spawn().context("cannot start the server")?;
        let mut lines = BufReader::new(child.stdout.take().context("the server has an output")?).lines();
        let address = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let begin = line.find("http://")?;
            Some(line[begin..].trim_end_matches('/').to_owned())
        });
        let address = address.context("the server does not say where it is")?;
        Ok(Self { child, address, _lines: lines })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_configuration_is_toml() {
        let text = configuration(["a1", "b2"].into_iter());
        let config: toml::Table = text.parse().expect("it can be read");
        assert_eq!(config["dictionaries"]["names"]["values"].as_array().map(Vec::len), Some(2));
        assert_eq!(config["dictionaries"]["words"]["values"].as_array().map(Vec::len), Some(WORDS.len()));
    }
}
