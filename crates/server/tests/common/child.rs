//! A server in a process of its own, which can be killed: this test program once more, running one test that serves.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use quevedo_server::{Config, Quotas};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use super::config;

const PROGRAM: &str = "QUEVEDO_PROGRAM";
const DATA: &str = "QUEVEDO_CHILD_DATA";
/// Another database than a file in the folder, where other servers of it find this one, and the queue of its workers.
const DATABASE: &str = "QUEVEDO_CHILD_DATABASE";
const CLUSTER_ADDRESS: &str = "QUEVEDO_CHILD_CLUSTER_ADDRESS";
const QUEUE: &str = "QUEVEDO_CHILD_QUEUE";

/// The body of the test `child_process` that every file with children has: serves if it was started as a child.
pub(crate) fn serve_if_child() {
    let Some(data) = std::env::var_os(DATA) else { return };
    let generous = Quotas { games_burst: 1e6, unfinished_games: 1_000_000, engine_burst: 1e6, ..Quotas::default() };
    let [database, cluster_address, queue] = [DATABASE, CLUSTER_ADDRESS, QUEUE].map(|name| std::env::var(name).ok());
    let config = Config { database, queue, cluster_address, ..config(Path::new(&data), generous) };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(quevedo_server::serve(config)).unwrap();
    std::process::exit(0);
}

/// A server in a process of its own.
pub(crate) struct ChildServer {
    pub(crate) address: String,
    child: Child,
}

impl ChildServer {
    pub(crate) async fn start(data: &Path) -> Self {
        Self::start_on(data, None).await
    }

    /// A server that has a database for itself, by its URL: the program as people run it, where `QUEVEDO_PROGRAM` names it,
    /// this one otherwise.
    pub(crate) async fn start_on(data: &Path, database: Option<&str>) -> Self {
        if let Some(program) = std::env::var_os(PROGRAM) {
            let mut command = Command::new(program);
            command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data);
            command.args(database.iter().flat_map(|database| ["--database", database]));
            return Self::run(command).await;
        }
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.envs(database.map(|database| (DATABASE, database)));
        Self::run_this(command, data).await
    }

    /// A server whose files do not grow beyond so many blocks, as if the disk were full.
    pub(crate) async fn start_on_full_disk(data: &Path, blocks: u32) -> Self {
        let mut shell = Command::new("sh");
        // Beyond the limit a write fails, as it does on a full disk; without the trap it would end the process.
        shell.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"")]);
        shell.arg(std::env::current_exe().unwrap());
        Self::run_this(shell, data).await
    }

    /// A server among others on a database, which leaves its searches to the workers of a queue, if there is one.
    pub(crate) async fn start_among_others(data: &Path, database: &str, queue: Option<&str>) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.env(DATABASE, database).env(CLUSTER_ADDRESS, "127.0.0.1");
        command.envs(queue.map(|queue| (QUEUE, queue)));
        Self::run_this(command, data).await
    }

    /// Runs the one test of this program that serves.
    async fn run_this(mut command: Command, data: &Path) -> Self {
        command.args(["--exact", "child_process", "--ignored", "--nocapture"]).env(DATA, data);
        Self::run(command).await
    }

    async fn run(mut command: Command) -> Self {
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

    /// As a supervisor ends it; waits until it has ended.
    pub(crate) async fn terminate(mut self) {
        let id = self.child.id().unwrap().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().await.unwrap().success());
        assert!(self.child.wait().await.unwrap().success());
    }

    /// The processor time that the server has used; `None` where the system does not tell.
    pub(crate) fn processor_time(&self) -> Option<Duration> {
        // Linux counts it in hundredths of a second.
        const TICK: Duration = Duration::from_millis(10);
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()?)).ok()?;
        // The name of the program stands in parentheses and may have blanks.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = [11, 12].iter().filter_map(|field: &usize| fields.get(*field)?.parse::<u32>().ok());
        Some(TICK * ticks.sum::<u32>())
    }

    /// The memory of the server, in MiB; `None` where the system does not tell.
    pub(crate) fn memory_mib(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kib| kib >> 10)
    }
}
