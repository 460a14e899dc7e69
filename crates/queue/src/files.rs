//! Files of players are named by their content: `table=history.bin` becomes `table=sha256-…` on the queue, and the path
//! of a file with that content on the machine of the worker.

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

use crate::connection::{Connection, QueueError};
use crate::streams::{self, FILES_AGE};

const SCHEME: &str = "sha256-";
/// Keys of files that players write to: each game gets its own copy, which is deleted afterwards.
const WRITTEN: [&str; 1] = ["table"];
/// The timeout of reading a part of a file.
const READ_TIMEOUT: Duration = Duration::from_secs(20);
/// How many times a file is fetched before it is an error.
const ATTEMPTS: u32 = 3;

/// The name of a file by its content.
fn address(content: &[u8]) -> String {
    format!("{SCHEME}{}", hex::encode(Sha256::digest(content)))
}

/// Whether a text is such a name. It becomes the name of a file, so anything else is refused.
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
    sent: HashMap<PathBuf, PathBuf>,
}

impl Sender {
    /// The job with names by content instead of paths. The files are on the server then.
    pub(crate) async fn pack(&mut self, connection: &Connection, mut job: GameJob) -> Result<GameJob, QueueError> {
        for player in &mut job.players {
            for (_, path) in player.files() {
                self.send(connection, path).await?;
            }
            *player = player.clone().map_files(|_, path| self.sent.get(path).cloned().ok_or_else(|| not_sent(path)))?;
        }
        Ok(job)
    }

    async fn send(&mut self, connection: &Connection, path: &Path) -> Result<(), QueueError> {
        if self.sent.contains_key(path) {
            return Ok(());
        }
        let shown = path.display().to_string();
        let content = fs::read(path).map_err(|error| failed(&shown, &error))?;
        let name = address(&content);
        let store = streams::files(connection).await?;
        if !is_stored(&store, &name).await {
            store.put(name.as_str(), &mut content.as_slice()).await.map_err(|error| failed(&shown, &error))?;
        }
        self.sent.insert(path.to_owned(), name.into());
        Ok(())
    }
}

fn not_sent(path: &Path) -> QueueError {
    failed(&path.display().to_string(), &"the file was not sent")
}

/// Whether the server has a file and will keep it for long enough.
async fn is_stored(store: &ObjectStore, name: &str) -> bool {
    let Ok(info) = store.info(name).await else { return false };
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let stored = info.modified.map_or(0, |date| date.unix_timestamp().max(0) as u64);
    !info.deleted && now.saturating_sub(Duration::from_secs(stored)) < FILES_AGE / 2
}

/// The files that a worker has fetched.
pub(crate) struct Cache {
    folder: PathBuf,
    /// Files whose content was checked since the program started.
    checked: Mutex<HashSet<String>>,
}

/// A job with files of this machine. Its copies of files are deleted when it is dropped.
pub(crate) struct LocalJob {
    pub(crate) job: GameJob,
    _copies: Option<TempDir>,
}

impl Cache {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder, checked: Mutex::default() }
    }

    /// The job with paths of this machine instead of names by content.
    pub(crate) async fn unpack(&self, connection: &Connection, mut job: GameJob) -> Result<LocalJob, QueueError> {
        let mut copies = None;
        for (index, player) in job.players.iter_mut().enumerate() {
            for (_, name) in player.files() {
                self.fetch(connection, name).await?;
            }
            *player = player.clone().map_files(|key, name| {
                let path = self.folder.join(name);
                if WRITTEN.contains(&key) {
                    let copied = copy(&path, &mut copies, &format!("{index}-{key}"));
                    return copied.map_err(|error| failed(&name.display().to_string(), &error));
                }
                Ok(path)
            })?;
        }
        Ok(LocalJob { job, _copies: copies })
    }

    /// Fetches a file, unless it is in the folder.
    async fn fetch(&self, connection: &Connection, name: &Path) -> Result<(), QueueError> {
        let Some(name) = name.to_str().filter(|name| is_address(name)) else {
            let name = name.display().to_string();
            return Err(failed(&name, &"only files that came over the queue are opened"));
        };
        let path = self.folder.join(name);
        // Locked while a file is fetched, so that it is fetched once.
        let mut checked = self.checked.lock().await;
        if checked.contains(name) && path.is_file() {
            return Ok(());
        }
        if !fs::read(&path).is_ok_and(|content| address(&content) == name) {
            let content = download(connection, name).await?;
            self.keep(&path, &content).map_err(|error| failed(name, &error))?;
        }
        checked.insert(name.into());
        Ok(())
    }

    /// Writes a file atomically.
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

async fn download(connection: &Connection, name: &str) -> Result<Vec<u8>, QueueError> {
    let mut content = read(connection, name).await;
    for _ in 1..ATTEMPTS {
        if content.is_ok() {
            break;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        content = read(connection, name).await;
    }
    content
}

async fn read(connection: &Connection, name: &str) -> Result<Vec<u8>, QueueError> {
    let store = streams::files(connection).await?;
    let mut object = store.get(name).await.map_err(|error| failed(name, &error))?;
    let mut content = Vec::with_capacity(object.info().size);
    loop {
        let more = timeout(READ_TIMEOUT, object.read_buf(&mut content)).await;
        let more = more.map_err(|_| failed(name, &"the server stopped sending it"))?;
        if more.map_err(|error| failed(name, &error))? == 0 {
            break;
        }
    }
    if address(&content) == name { Ok(content) } else { Err(failed(name, &"its content does not match its name")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_the_sha256_hash() {
        // FIPS 180-4, the example of one block.
        let abc = "sha256-ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(address(b"abc"), abc);
        assert!(is_address(abc));
    }

    #[test]
    fn other_texts_are_not_names() {
        let long = format!("sha256-{}", "a".repeat(65));
        let upper = format!("sha256-{}", "A".repeat(64));
        let path = format!("sha256-{}", "../".repeat(21) + "x");
        for wrong in ["", "sha256-", "/etc/passwd", &long, &upper, &path] {
            assert!(!is_address(wrong), "{wrong}");
        }
    }
}
