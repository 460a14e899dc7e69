//! JSON through the memory of the module: the host writes a call into memory that [`reserve`] gives, and reads the answer from
//! there. Both roles of a worker are here; a worker is used for one of them.

#![allow(unsafe_code, reason = "the memory of the module is the only way in and out")]

use std::cell::RefCell;

use quevedo_core::platform::{Host, set_host};

use crate::calls::{Call, Effects};
use crate::{Games, Searcher};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since 1970.
    fn clock() -> f64;
    /// Opens a file and tells its length; below 0 if there is none.
    fn open_file(path: *const u8, length: usize) -> i32;
    /// Copies the file that was opened.
    fn copy_file(to: *mut u8);
    /// Something that a search has found.
    fn event(text: *const u8, length: usize);
    /// What a panic says.
    fn log(text: *const u8, length: usize);
}

#[derive(Default)]
struct Module {
    input: Vec<u8>,
    output: Vec<u8>,
    games: Option<Games>,
    searcher: Searcher,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

/// Memory for a call of so many bytes.
#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.input = vec![0; length];
        module.input.as_mut_ptr()
    })
}

/// Handles the call that was written; returns the length of the answer.
#[unsafe(no_mangle)]
extern "C" fn handle() -> usize {
    let input = MODULE.with_borrow_mut(|module| std::mem::take(&mut module.input));
    let output = match serde_json::from_slice::<Call>(&input) {
        Ok(call) => MODULE.with_borrow_mut(|module| module.handle(call)),
        Err(error) => panic!("a call cannot be read: {error}"),
    };
    MODULE.with_borrow_mut(|module| {
        module.output = output;
        module.output.len()
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    MODULE.with_borrow(|module| module.output.as_ptr())
}

impl Module {
    fn handle(&mut self, call: Call) -> Vec<u8> {
        let effects = match call {
            Call::Start { seed } => {
                start(seed);
                Effects::default()
            }
            Call::Load { stored } => {
                self.games = Some(Games::load(stored));
                Effects::default()
            }
            Call::Search(search) => {
                let reply = self.searcher.run(&search, &mut send_event);
                Effects { reply: Some(reply), ..Effects::default() }
            }
            call => self.games.get_or_insert_with(|| Games::load(Vec::new())).handle(call),
        };
        serde_json::to_vec(&effects).expect("plain data")
    }
}

fn start(seed: u64) {
    fastrand::seed(seed);
    set_host(Host { clock: read_clock, read_file });
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        // SAFETY: the host reads these bytes before it returns.
        unsafe { log(text.as_ptr(), text.len()) }
    }));
}

fn read_clock() -> f64 {
    // SAFETY: it reads no memory.
    unsafe { clock() }
}

fn read_file(path: &str) -> Option<Vec<u8>> {
    // SAFETY: the host reads these bytes before it returns.
    let length = unsafe { open_file(path.as_ptr(), path.len()) };
    let mut bytes = vec![0; usize::try_from(length).ok()?];
    // SAFETY: the host writes as many bytes as it has told.
    unsafe { copy_file(bytes.as_mut_ptr()) };
    Some(bytes)
}

fn send_event(text: &str) {
    // SAFETY: the host reads these bytes before it returns.
    unsafe { event(text.as_ptr(), text.len()) }
}
