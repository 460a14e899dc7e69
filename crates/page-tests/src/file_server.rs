//! A server of plain files, as any host is: it knows nothing of the page.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

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
        let head = lines.take_while(|line| line.as_ref().is_ok_and(|line| !line.is_empty()));
        head.for_each(drop);
        let path = first.split(' ').nth(1).unwrap_or_default().split('?').next().unwrap_or_default();
        let found = self.read(path).filter(|_| !self.closed.load(Ordering::Relaxed));
        let (status, kind, bytes) = match &found {
            Some(bytes) => ("200 OK", kind(path), bytes.as_slice()),
            None => ("404 Not Found", "text/plain", b"Not found.\n".as_slice()),
        };
        let head = format!(
            "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
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
