//! A server in a process of its own, which can be killed: this test program once more, running one test that serves.

use std::path::Path;
use std::process::Stdio;

use quevedo_server::Quotas;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use super::config;

const DATA: &str = "QUEVEDO_CHILD_DATA";

/// The body of the test `child_process` that every file with children has: serves if it was started as a child.
pub(crate) fn serve_if_child() {
    let Some(data) = std::env::var_os(DATA) else { return };
    let generous = Quotas { games_burst: 1e6, unfinished_games: 1_000_000, engine_burst: 1e6, ..Quotas::default() };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(quevedo_server::serve(config(Path::new(&data), generous))).unwrap();
    std::process::exit(0);
}

/// A server in a process of its own.
pub(crate) struct ChildServer {
    pub(crate) address: String,
    child: Child,
}

impl ChildServer {
    pub(crate) async fn start(data: &Path) -> Self {
        Self::run(Command::new(std::env::current_exe().unwrap()), data).await
    }

    /// A server whose files do not grow beyond so many blocks, as if the disk were full.
    pub(crate) async fn start_on_full_disk(data: &Path, blocks: u32) -> Self {
        let mut shell = Command::new("sh");
        // Beyond the limit a write fails, as it does on a full disk; without the trap it would end the process.
        shell.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"")]);
        shell.arg(std::env::current_exe().unwrap());
        Self::run(shell, data).await
    }

    async fn run(mut command: Command, data: &Path) -> Self {
        command.args(["--exact", "child_process", "--ignored", "--nocapture"]).env(DATA, data);
        let mut child = command.stdout(Stdio::piped()).kill_on_drop(true).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        loop {
            let line = lines.next_line().await.unwrap().expect("the server says where it is");
            if let Some((_, rest)) = line.split_once("http://") {
                tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
                return Self { address: rest.trim_end_matches('/').to_owned(), child };
            }
        }
    }

    /// As `kill -9` does.
    pub(crate) async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }

    /// The memory of the server, in MiB; `None` where the system does not tell.
    pub(crate) fn memory_mib(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kib| kib >> 10)
    }
}
