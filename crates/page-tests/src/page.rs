//! Hands and eyes on a page.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use thirtyfour::{By, WebDriver, WebElement};

/// How long anything on the page may take before a test gives up. Generous: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(30);
const LOOK_EVERY: Duration = Duration::from_millis(15);

/// A page of the product in a browser.
#[derive(Clone)]
pub struct Page {
    driver: WebDriver,
    address: String,
}

impl Page {
    pub(crate) fn new(driver: WebDriver, address: &str) -> Self {
        Self { driver, address: address.to_owned() }
    }

    /// The browser behind it.
    pub fn driver(&self) -> &WebDriver {
        &self.driver
    }

    /// Opens an address of the page and waits until its screen is there.
    pub async fn open(&self, path: &str) -> Result<()> {
        self.driver.goto(format!("{}{path}", self.address)).await?;
        self.see("main h1").await.with_context(|| format!("opening {path}"))?;
        self.wait_until("the screen is ready", "return !document.body.hasAttribute('data-busy')").await
    }

    /// Runs a script, which may return a promise.
    pub async fn script(&self, script: &str, arguments: Vec<Value>) -> Result<Value> {
        let wrapped = format!(
            "const done = arguments[arguments.length - 1]; \
             (async (...given) => {{ {script} }})(...Array.from(arguments).slice(0, -1)) \
             .then((value) => done({{ value: value ?? null }}), (error) => done({{ error: String(error) }}));"
        );
        let answer = self.driver.execute_async(wrapped, arguments).await?;
        let answer: Value = answer.json().clone();
        ensure!(answer.get("error").is_none(), "the script failed: {}", answer["error"]);
        Ok(answer["value"].clone())
    }

    /// Waits until a script returns true.
    pub async fn wait_until(&self, what: &str, script: &str) -> Result<()> {
        let begin = tokio::time::Instant::now();
        loop {
            // While a page is being left there is nothing to ask.
            if self.script(script, Vec::new()).await.is_ok_and(|answer| answer == Value::Bool(true)) {
                return Ok(());
            }
            if begin.elapsed() > PATIENCE {
                bail!("waited in vain until {what}");
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// The first visible element of a selector, waited for.
    pub async fn see(&self, selector: &str) -> Result<WebElement> {
        let begin = tokio::time::Instant::now();
        loop {
            for element in self.driver.find_all(By::Css(selector)).await? {
                if element.is_displayed().await.unwrap_or(false) {
                    return Ok(element);
                }
            }
            if begin.elapsed() > PATIENCE {
                bail!("`{selector}` is not to be seen");
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// Whether something of a selector is visible now.
    pub async fn sees(&self, selector: &str) -> Result<bool> {
        for element in self.driver.find_all(By::Css(selector)).await? {
            if element.is_displayed().await.unwrap_or(false) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Clicks the first visible element of a selector.
    pub async fn click(&self, selector: &str) -> Result<()> {
        let element = self.see(selector).await?;
        element.click().await.with_context(|| format!("clicking `{selector}`"))
    }

    /// The text of an element.
    pub async fn text(&self, selector: &str) -> Result<String> {
        Ok(self.see(selector).await?.text().await?)
    }

    /// Opens a new game, as the visitor of this browser; its id.
    pub async fn new_game(&self, wish: Value) -> Result<String> {
        let script = "const answer = await fetch('/api/games', { method: 'POST', \
                      headers: { 'content-type': 'application/json' }, body: JSON.stringify(given[0]) }); \
                      const game = await answer.json(); \
                      if (!answer.ok) throw new Error(JSON.stringify(game)); return game.id;";
        let id = self.script(script, vec![wish]).await?;
        let id = id.as_str().context("a game has an id")?.to_owned();
        self.open(&format!("/game/{id}")).await?;
        self.see("quevedo-board [data-place]").await?;
        Ok(id)
    }

    /// The state of a game, as the server tells it to this visitor.
    pub async fn state(&self, id: &str) -> Result<Value> {
        let script = "return (await fetch('/api/games/' + given[0])).json();";
        self.script(script, vec![json!(id)]).await
    }

    /// Waits until so many moves are listed on the page.
    pub async fn see_moves(&self, count: usize) -> Result<()> {
        if count == 0 {
            return Ok(());
        }
        let script = format!("return document.querySelector('.moves-list [data-ply=\"{count}\"]') !== null");
        self.wait_until(&format!("move {count} is listed"), &script).await
    }

    /// Waits until the page says that it has lost the server.
    pub async fn see_loss(&self) -> Result<()> {
        self.see(".notice-bad").await.map(drop)
    }

    /// Waits until the page has found the server again.
    pub async fn see_return(&self) -> Result<()> {
        self.wait_until("the server is found again", "return !document.querySelector('.notice-bad')").await
    }

    /// Waits until the game is over on the page.
    pub async fn see_end(&self) -> Result<String> {
        self.text(".end").await
    }

    /// The element that a tap means: a place of the board, a choice, or the button that ends a move.
    async fn target(&self, tap: &str) -> Result<WebElement> {
        if tap.is_empty() {
            return self.see(".actions [data-name=finish]").await;
        }
        let places = [".qb-cell[data-tap=\"T\"]", ".qb-option[data-tap=\"T\"]", ".actions [data-name=\"choose:T\"]"];
        self.see(&places.join(", ").replace('T', tap)).await
    }

    /// Makes a move by clicking its taps.
    pub async fn play(&self, taps: &[&str]) -> Result<()> {
        for tap in taps {
            let target = self.target(tap).await?;
            target.click().await.with_context(|| format!("tapping {tap}"))?;
        }
        Ok(())
    }

    /// Makes a move by dragging a piece.
    pub async fn drag(&self, from: &str, to: &str) -> Result<()> {
        let (from, to) = (self.target(from).await?, self.target(to).await?);
        let chain = self.driver.action_chain_with_delay(Some(Duration::ZERO), Some(Duration::from_millis(20)));
        let chain = chain.move_to_element_center(&from).click_and_hold().move_by_offset(6, 6);
        chain.move_to_element_center(&to).release().perform().await?;
        Ok(())
    }

    /// Errors the browser has logged, other than those a test provokes.
    pub async fn errors(&self) -> Result<Vec<String>> {
        let log = self.driver.browser_log().await?;
        let bad = log.iter().filter(|entry| entry.level == "SEVERE");
        Ok(bad.map(|entry| entry.message.clone()).collect())
    }
}
