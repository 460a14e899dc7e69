//! `quevedo serve` from outside: it says where it is, and what keeps it from starting.
#![cfg(feature = "server")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};

fn serve(listen: &str, data: &std::path::Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quevedo"));
    command.args(["serve", "--listen", listen, "--data"]).arg(data).stdout(Stdio::piped());
    command
}

/// A server that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn it_says_where_it_is_and_answers() {
    let data = std::env::temp_dir().join(format!("quevedo-serve-{}", std::process::id()));
    let mut running = Running(serve("127.0.0.1:0", &data).spawn().expect("the program runs"));
    let mut line = String::new();
    BufReader::new(running.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("Quevedo is at http://").expect("the address").trim_end_matches('/');
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET /api/catalog HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"chess\""), "{answer}");

    let same_port = serve(address, &data.join("other")).output().unwrap();
    assert_refused(&same_port, "cannot listen on");
    let same_folder = serve("127.0.0.1:0", &data).output().unwrap();
    assert_refused(&same_folder, "another server uses");
    drop(running);
    let _ = std::fs::remove_dir_all(&data);
}

#[track_caller]
fn assert_refused(output: &Output, words: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains(words) && said.lines().count() == 1, "{said}");
}

/// The doctor says what is in order and what is not, and its exit status says the same.
#[test]
fn the_doctor_looks_at_a_data_folder() {
    let data = std::env::temp_dir().join(format!("quevedo-doctor-{}", std::process::id()));
    let doctor = || Command::new(env!("CARGO_BIN_EXE_quevedo")).args(["doctor", "--data"]).arg(&data).output().unwrap();
    let sound = doctor();
    let said = String::from_utf8_lossy(&sound.stdout);
    assert_eq!(sound.status.code(), Some(0), "{said}");
    assert!(said.contains("ok     database: none in") && said.contains("ok     networks: "), "{said}");
    std::fs::create_dir_all(&data).unwrap();
    std::fs::write(data.join("quevedo.sqlite"), "no database").unwrap();
    let damaged = doctor();
    let said = String::from_utf8_lossy(&damaged.stdout);
    assert_eq!(damaged.status.code(), Some(1), "{said}");
    assert!(said.contains("wrong  database\n"), "{said}");
    let _ = std::fs::remove_dir_all(&data);
}

/// Nothing is left of an export that failed, and a file is not written over.
#[test]
fn a_failed_export_leaves_no_file() {
    let data = std::env::temp_dir().join(format!("quevedo-export-{}", std::process::id()));
    std::fs::create_dir_all(&data).unwrap();
    let file = data.join("games.jsonl");
    let export = || {
        Command::new(env!("CARGO_BIN_EXE_quevedo")).arg("export").arg(&file).arg("--data").arg(&data).output().unwrap()
    };
    assert_refused(&export(), "database");
    assert!(!file.exists());
    std::fs::write(&file, "mine").unwrap();
    assert_refused(&export(), "games.jsonl");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    let _ = std::fs::remove_dir_all(&data);
}
