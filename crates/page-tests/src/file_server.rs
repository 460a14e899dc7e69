//! A server of plain files, as any host is: it knows nothing of the page.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

/// A running file server.
pub struct FileServer {
    address: SocketAddr,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    folder: PathBuf,
    closed: AtomicBool,
    sent: AtomicU64,
    /// The end of the names of files that come late, and how late.
    slow: Mutex<Option<(&'static str, Duration)>>,
}

/// Below which the files are: hosts of projects do not give them a name of their own.
const BASE: &str = "/pages/quevedo/";

impl FileServer {
    /// Serves a folder on a free port.
    pub fn start(folder: &Path) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").context("no port")?;
        let address = listener.local_addr()?;
        let state = Arc::new(State { folder: folder.to_owned(), ..State::default() });
        let served = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if served.closed.load(Ordering::Relaxed) {
                    return;
                }
                let served = Arc::clone(&served);
                thread::spawn(move || served.answer(stream));
            }
        });
        Ok(Self { address, state })
    }

    /// Where the page is, without a slash at the end.
    pub fn address(&self) -> String {
        format!("http://{}{}", self.address, BASE.trim_end_matches('/'))
    }

    /// Files whose names end so come late from now on.
    pub fn delay(&self, ending: &'static str, time: Duration) {
        *self.state.slow.lock().unwrap_or_else(PoisonError::into_inner) = Some((ending, time));
    }

    /// The bytes of files that were sent so far.
    pub fn sent(&self) -> u64 {
        self.state.sent.load(Ordering::Relaxed)
    }

    /// From now on nothing is answered.
    pub fn stop(&self) {
        self.state.closed.store(true, Ordering::Relaxed);
        // The listener wakes, and goes.
        let _ = TcpStream::connect(self.address);
    }
}

impl Drop for FileServer {
    fn drop(&mut self) {
        self.stop();
    }
}

impl State {
    fn answer(&self, mut stream: TcpStream) {
        let mut lines = BufReader::new(&stream).lines();
        let first = lines.next().and_then(Result::ok).unwrap_or_default();
        let head: Vec<String> = lines.map_while(Result::ok).take_while(|line| !line.is_empty()).collect();
        let path = first.split(' ').nth(1).unwrap_or_default().split('?').next().unwrap_or_default();
        let slow = *self.slow.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, time)) = slow.filter(|(ending, _)| path.ends_with(ending)) {
            thread::sleep(time);
        }
        let found = self.read(path).filter(|_| !self.closed.load(Ordering::Relaxed));
        let tag = found.as_deref().map_or_else(String::new, |bytes| format!("\"{:x}\"", hash(bytes)));
        // A browser asks again for what it has; hosts of files say that it is the same.
        let is_known = head.iter().any(|line| line.to_ascii_lowercase() == format!("if-none-match: {tag}"));
        let (status, kind, bytes) = match &found {
            Some(_) if is_known => ("304 Not Modified", kind(path), b"".as_slice()),
            Some(bytes) => ("200 OK", kind(path), bytes.as_slice()),
            None => ("404 Not Found", "text/plain", b"Not found.\n".as_slice()),
        };
        let head = format!(
            "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\netag: {tag}\r\nconnection: close\r\n\r\n",
            bytes.len()
        );
        let sent = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(bytes));
        if sent.is_ok() && found.is_some() {
            self.sent.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        }
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        let path = path.strip_prefix(BASE)?;
        let path = if path.is_empty() { "index.html" } else { path };
        if path.contains("..") {
            return None;
        }
        std::fs::read(self.folder.join(path)).ok()
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript",
        "css" => "text/css",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" | "webmanifest" => "application/json",
        "gz" | "qnet" | "qvp" | "book" => "application/octet-stream",
        _ => "text/html; charset=utf-8",
    }
}
