//! A real browser.

use std::net::TcpListener;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::json;
use tempfile::TempDir;
use thirtyfour::{ChromiumLikeCapabilities, DesiredCapabilities, LoggingPrefsLogLevel, WebDriver};

use crate::Page;

const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
const DRIVERS: [&str; 1] = ["chromedriver"];
/// Chromium's own chatter with the world is switched off; as root it does not start inside its sandbox.
const ARGUMENTS: [&str; 10] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--mute-audio",
];

/// The sizes we test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// A laptop.
    Desktop,
    /// A tablet held upright: 768 by 1024.
    Tablet,
    /// The smallest phone we promise: 320 by 568.
    Phone,
}

/// How a browser is set up.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// Its size.
    pub window: Window,
    /// Its language.
    pub language: &'static str,
    /// Whether its owner likes the dark.
    pub dark: bool,
}

impl Default for Setup {
    fn default() -> Self {
        Self { window: Window::Desktop, language: "en", dark: false }
    }
}

/// A running browser and its driver.
pub struct Browser {
    driver: WebDriver,
    process: Child,
    _profile: TempDir,
}

/// The browser and its driver on this machine, if both are there.
pub fn find_browser() -> Option<(PathBuf, PathBuf)> {
    Some((find_program(&BROWSERS)?, find_program(&DRIVERS)?))
}

fn find_program(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|file| file.is_file())
}

impl Browser {
    /// Starts one.
    pub async fn start(setup: Setup) -> Result<Self> {
        let (browser, driver) = find_browser().context("no Chromium with chromedriver on this machine")?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let process = Command::new(driver)
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start chromedriver")?;
        let profile = tempfile::tempdir()?;
        let capabilities = capabilities(&browser, profile.path(), setup)?;
        let driver = connect(port, capabilities).await?;
        driver.set_script_timeout(Duration::from_mins(1)).await?;
        Ok(Self { driver, process, _profile: profile })
    }

    /// Does something on a page of the server at `address`, and closes the browser whatever came of it. Where it
    /// failed, a picture of the page is left in the target folder.
    pub async fn visit<F, T>(self, address: &str, name: &str, work: impl FnOnce(Page) -> F) -> Result<T>
    where
        F: Future<Output = Result<T>> + Send + 'static,
        T: Send + 'static,
    {
        let page = Page::new(self.driver.clone(), address);
        let done = tokio::spawn(work(page)).await;
        if !matches!(done, Ok(Ok(_))) {
            self.leave_picture(name).await;
        }
        self.close().await;
        match done {
            Ok(result) => result.with_context(|| name.to_owned()),
            Err(panic) => resume_unwind(panic.into_panic()),
        }
    }

    async fn leave_picture(&self, name: &str) {
        let Some(folder) = std::env::current_exe().ok().and_then(|tests| Some(tests.parent()?.join("pictures"))) else {
            return;
        };
        let _ = std::fs::create_dir_all(&folder);
        let file = folder.join(format!("{}.png", name.replace([' ', '/'], "-")));
        if self.driver.screenshot(&file).await.is_ok() {
            eprintln!("{name}: a picture of the page is in {}", file.display());
        }
    }

    async fn close(mut self) {
        let _ = self.driver.clone().quit().await;
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn capabilities(browser: &Path, profile: &Path, setup: Setup) -> Result<thirtyfour::ChromeCapabilities> {
    let mut capabilities = DesiredCapabilities::chrome();
    capabilities.set_binary(&browser.to_string_lossy())?;
    for argument in ARGUMENTS {
        capabilities.add_arg(argument)?;
    }
    capabilities.add_arg(&format!("--user-data-dir={}", profile.display()))?;
    capabilities.add_arg(&format!("--lang={}", setup.language))?;
    let preferences = json!({"intl.accept_languages": setup.language});
    capabilities.add_experimental_option("prefs", preferences)?;
    if setup.dark {
        capabilities.add_arg("--force-dark-mode")?;
    }
    match setup.window {
        Window::Desktop => capabilities.add_arg("--window-size=1280,900")?,
        Window::Tablet | Window::Phone => {
            let (width, height) = if setup.window == Window::Phone { (320, 568) } else { (768, 1024) };
            let metrics = json!({"width": width, "height": height, "pixelRatio": 2.0, "touch": true});
            capabilities.add_experimental_option("mobileEmulation", json!({"deviceMetrics": metrics}))?;
        }
    }
    capabilities.set_browser_log_level(LoggingPrefsLogLevel::Severe)?;
    Ok(capabilities)
}

/// The driver takes a moment to listen.
async fn connect(port: u16, capabilities: thirtyfour::ChromeCapabilities) -> Result<WebDriver> {
    let address = format!("http://127.0.0.1:{port}");
    for _ in 0..100 {
        if tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    WebDriver::new(&address, capabilities).await.context("the browser does not start")
}
