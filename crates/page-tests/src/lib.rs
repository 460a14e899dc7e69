//! What the tests of the page need: a server of the real program, a real browser, and hands on the page.
//!
//! Chromium and `chromedriver` are looked for in the usual places; `cargo xtask test` installs them where it can.

mod browser;
mod page;
mod server;

pub use browser::{Browser, Setup, Window, find_browser};
pub use page::Page;
pub use server::{Server, program};
