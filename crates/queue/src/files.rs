//! The files that players need travel by what is in them: `table=history.bin` becomes `table=sha256-…` on the queue,
//! and the path of a file of that content on the machine of the worker.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use async_nats::jetstream::object_store::ObjectStore;
use quevedo_arena::GameJob;
use sha2::{Digest, Sha256};
use tempfile::{NamedTempFile, TempDir};
use tokio::io::AsyncReadExt;
use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::link::{Link, QueueError};
use crate::streams::{self, FILES_AGE};

const SCHEME: &str = "sha256-";
/// Files that players write to: each game gets a copy of its own, which goes with it.
const WRITTEN: [&str; 1] = ["table"];
/// How long the server may be silent in the middle of a file.
const SILENCE: Duration = Duration::from_secs(20);
/// How often a file is fetched before one gives up.
const ATTEMPTS: u32 = 3;

/// The name of a content.
fn address(content: &[u8]) -> String {
    format!("{SCHEME}{}", hex::encode(Sha256::digest(content)))
}

/// Whether a text is such a name. It becomes the name of a file, so nothing else may pass.
fn is_address(text: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.strip_prefix(SCHEME).is_some_and(|digits| digits.len() == 64 && digits.bytes().all(is_digit))
}

fn failed(file: &str, problem: &dyn fmt::Display) -> QueueError {
    QueueError::File { file: file.into(), problem: problem.to_string() }
}

/// Sends files to the server, each once.
#[derive(Default)]
pub(crate) struct Sender {
    sent: HashMap<String, String>,
}

impl Sender {
    /// The job with names of contents instead of paths; what they name is on the server.
    pub(crate) async fn pack(&mut self, link: &Link, mut job: GameJob) -> Result<GameJob, QueueError> {
        for player in &mut job.players {
            for (key, path) in player.files() {
                *player = player.clone().with_word(key, &self.send(link, &path).await?);
            }
        }
        Ok(job)
    }

    async fn send(&mut self, link: &Link, path: &str) -> Result<String, QueueError> {
        if let Some(name) = self.sent.get(path) {
            return Ok(name.clone());
        }
        let content = fs::read(path).map_err(|error| failed(path, &error))?;
        let name = address(&content);
        let store = streams::files(link).await?;
        if !is_there(&store, &name).await {
            store.put(name.as_str(), &mut content.as_slice()).await.map_err(|error| failed(path, &error))?;
        }
        self.sent.insert(path.into(), name.clone());
        Ok(name)
    }
}

/// Whether the server has a file and will keep it for long enough.
async fn is_there(store: &ObjectStore, name: &str) -> bool {
    let Ok(info) = store.info(name).await else { return false };
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let stored = info.modified.map_or(0, |date| date.unix_timestamp().max(0) as u64);
    !info.deleted && now.saturating_sub(Duration::from_secs(stored)) < FILES_AGE / 2
}

/// The files that a worker has fetched.
pub(crate) struct Cache {
    folder: PathBuf,
    /// Those whose content has been checked since the program started.
    checked: Mutex<HashSet<String>>,
}

/// A job with files of this machine; copies made for it are gone when it goes.
pub(crate) struct Unpacked {
    pub(crate) job: GameJob,
    _copies: Option<TempDir>,
}

impl Cache {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder, checked: Mutex::default() }
    }

    /// The job with paths of this machine instead of names of contents.
    pub(crate) async fn unpack(&self, link: &Link, mut job: GameJob) -> Result<Unpacked, QueueError> {
        let mut copies = None;
        for (seat, player) in job.players.iter_mut().enumerate() {
            for (key, name) in player.files() {
                let mut path = self.fetch(link, &name).await?;
                if WRITTEN.contains(&key) {
                    path = copy(&path, &mut copies, &format!("{seat}-{key}")).map_err(|error| failed(&name, &error))?;
                }
                let path = path.to_str().ok_or_else(|| failed(&name, &"the path of the cache is not Unicode"))?;
                *player = player.clone().with_word(key, path);
            }
        }
        Ok(Unpacked { job, _copies: copies })
    }

    /// Where a file is on this machine, once it is there.
    async fn fetch(&self, link: &Link, name: &str) -> Result<PathBuf, QueueError> {
        if !is_address(name) {
            return Err(failed(name, &"only files that came over the queue are opened"));
        }
        let path = self.folder.join(name);
        // Held while a file is fetched, so that it is fetched once.
        let mut checked = self.checked.lock().await;
        if checked.contains(name) && path.is_file() {
            return Ok(path);
        }
        if !fs::read(&path).is_ok_and(|content| address(&content) == name) {
            let content = download(link, name).await?;
            self.keep(&path, &content).map_err(|error| failed(name, &error))?;
        }
        checked.insert(name.into());
        Ok(path)
    }

    /// Writes a file so that nobody sees half of it.
    fn keep(&self, path: &Path, content: &[u8]) -> std::io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let draft = NamedTempFile::new_in(&self.folder)?;
        fs::write(&draft, content)?;
        draft.persist(path)?;
        Ok(())
    }
}

fn copy(path: &Path, copies: &mut Option<TempDir>, name: &str) -> std::io::Result<PathBuf> {
    let folder = match copies.take() {
        Some(folder) => folder,
        None => tempfile::tempdir()?,
    };
    let to = copies.insert(folder).path().join(name);
    fs::copy(path, &to)?;
    Ok(to)
}

async fn download(link: &Link, name: &str) -> Result<Vec<u8>, QueueError> {
    let mut tried = read(link, name).await;
    for _ in 1..ATTEMPTS {
        if tried.is_ok() {
            break;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        tried = read(link, name).await;
    }
    tried
}

async fn read(link: &Link, name: &str) -> Result<Vec<u8>, QueueError> {
    let store = streams::files(link).await?;
    let mut object = store.get(name).await.map_err(|error| failed(name, &error))?;
    let mut content = Vec::with_capacity(object.info().size);
    loop {
        let more = timeout(SILENCE, object.read_buf(&mut content)).await;
        let more = more.map_err(|_| failed(name, &"the server stopped in the middle of it"))?;
        if more.map_err(|error| failed(name, &error))? == 0 {
            break;
        }
    }
    if address(&content) == name { Ok(content) } else { Err(failed(name, &"what came is something else")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_the_hash_that_everybody_computes() {
        // FIPS 180-4, the example of one block.
        let abc = "sha256-ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(address(b"abc"), abc);
        assert!(is_address(abc));
    }

    #[test]
    fn nothing_else_is_a_name() {
        let long = format!("sha256-{}", "a".repeat(65));
        let upper = format!("sha256-{}", "A".repeat(64));
        let path = format!("sha256-{}", "../".repeat(21) + "x");
        for wrong in ["", "sha256-", "/etc/passwd", &long, &upper, &path] {
            assert!(!is_address(wrong), "{wrong}");
        }
    }
}
