//! A `PostgreSQL` and a NATS server of the test's own, on ports of this machine alone.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tempfile::TempDir;

/// A program that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A port that was free a moment ago.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port").port()
}

/// Starts a program on a free port and waits until it listens there; another port where it ends, as it does when the port is
/// taken.
fn listening(start: impl Fn(u16) -> Command) -> (Running, u16) {
    for _ in 0..20 {
        let port = free_port();
        let mut command = start(port);
        let mut running = Running(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts"));
        for _ in 0..1200 {
            if running.0.try_wait().expect("it can be asked").is_some() {
                break;
            }
            if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return (running, port);
            }
            sleep(Duration::from_millis(50));
        }
    }
    panic!("it listens on none of twenty ports");
}

/// A NATS server with `JetStream` and an empty store.
pub(crate) struct Nats {
    pub(crate) url: String,
    _running: Running,
    _folder: TempDir,
}

impl Nats {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        // Debian puts it where not everybody's path leads.
        let program = in_path("nats-server").unwrap_or_else(|| "/usr/sbin/nats-server".into());
        assert!(program.is_file(), "these tests need nats-server: `cargo xtask test tests` installs it where it may");
        let store = folder.path().display().to_string();
        let (running, port) = listening(|port| {
            let mut command = Command::new(&program);
            command.args(["-a", "127.0.0.1", "-p", &port.to_string(), "-js", "-sd", &store]);
            command
        });
        Self { url: format!("nats://127.0.0.1:{port}"), _running: running, _folder: folder }
    }
}

/// A `PostgreSQL` server with an empty database.
pub(crate) struct Postgres {
    pub(crate) url: String,
    _running: Running,
    _folder: TempDir,
}

impl Postgres {
    /// `None` where `PostgreSQL` is not installed.
    pub(crate) fn start() -> Option<Self> {
        Self::start_with(&[], |_| {})
    }

    /// One that accepts encrypted connections alone, by a certificate that is in this folder; `None` also where there is no
    /// `openssl` to make it.
    pub(crate) fn start_encrypted(folder: &Path) -> Option<Self> {
        let (certificate, key) = (folder.join("server.crt"), folder.join("server.key"));
        make_certificate(&certificate, &key)?;
        give_away(folder);
        give_away(&key);
        let options =
            ["ssl=on".to_owned(), file_option("ssl_cert_file", &certificate), file_option("ssl_key_file", &key)];
        Self::start_with(&options, |data| {
            std::fs::write(data.join("pg_hba.conf"), "hostssl all all 127.0.0.1/32 trust\n")
                .expect("root writes anywhere");
        })
    }

    fn start_with(options: &[String], change: impl FnOnce(&Path)) -> Option<Self> {
        let (initdb, postgres) = (postgres_program("initdb")?, postgres_program("postgres")?);
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("data");
        let command = |program: &Path| {
            let mut command = Command::new(program);
            command.arg("-D").arg(&data);
            // It refuses to run for root.
            #[cfg(unix)]
            if let Some((uid, gid)) = ordinary_user() {
                use std::os::unix::process::CommandExt;
                command.uid(uid).gid(gid).current_dir("/");
            }
            command
        };
        give_away(folder.path());
        let made = command(&initdb).args(["-U", "quevedo", "-A", "trust", "-E", "UTF8", "--no-sync"]).output();
        let made = made.expect("initdb runs");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        change(&data);
        let (running, port) = listening(|port| {
            let mut command = command(&postgres);
            command.args(["-h", "127.0.0.1", "-p", &port.to_string(), "-k", "", "-c", "max_connections=100"]);
            command.args(options.iter().flat_map(|option| ["-c", option]));
            command
        });
        let url = format!("postgres://quevedo@127.0.0.1:{port}/postgres");
        Some(Self { url, _running: running, _folder: folder })
    }
}

fn file_option(name: &str, file: &Path) -> String {
    format!("{name}={}", file.display())
}

/// A certificate for this machine, which has signed itself.
pub(crate) fn make_certificate(certificate: &Path, key: &Path) -> Option<()> {
    let openssl = in_path("openssl")?;
    let mut command = Command::new(openssl);
    command.args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]);
    command.args(["-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE"]);
    let made = command.arg("-keyout").arg(key).arg("-out").arg(certificate).output().expect("openssl runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    Some(())
}

/// Gives a file or folder to the user for whom `PostgreSQL` runs, where that is somebody else.
fn give_away(path: &Path) {
    #[cfg(unix)]
    if let Some((uid, gid)) = ordinary_user() {
        std::os::unix::fs::chown(path, Some(uid), Some(gid)).expect("root may give files away");
    }
}

fn in_path(program: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// Debian keeps each version in a folder of its own.
fn postgres_program(name: &str) -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let installed = versions.map(|version| version.path().join("bin").join(name)).find(|path| path.is_file());
    installed.or_else(|| in_path(name))
}

/// Somebody without rights, where we are root.
fn ordinary_user() -> Option<(u32, u32)> {
    let ask = |arguments: &[&str]| {
        let output = Command::new("id").args(arguments).output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse::<u32>().ok()
    };
    if ask(&["-u"]) != Some(0) {
        return None;
    }
    ["postgres", "nobody"].iter().find_map(|user| Some((ask(&["-u", user])?, ask(&["-g", user])?)))
}
