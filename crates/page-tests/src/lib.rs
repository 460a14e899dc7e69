//! What the tests of the page need: a server of the real program, a real browser, and hands on the page.
//!
//! Chromium and `chromedriver` are looked for in the usual places; `cargo xtask test` installs them where it can.

mod browser;
mod file_server;
mod page;
mod server;

pub use browser::{Browser, Setup, Window, find_browser};
pub use file_server::FileServer;
pub use page::Page;
pub use server::{Server, program};
