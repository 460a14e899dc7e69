//! Boards on other sites: in a frame, with a replay, and nothing that could be done from there.

use std::io::{Read, Write};
use std::net::TcpListener;

use anyhow::{Context, Result};
use quevedo_page_tests::{Browser, Page, Server, Setup, Window};
use serde_json::json;
use thirtyfour::By;

use crate::access::{axe, check};
use crate::ways::press;
use crate::{has_browser, two_people, visit};

/// Another site: one page, whatever is asked for.
fn other_site(html: String) -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = format!("http://localhost:{}", listener.local_addr()?.port());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 4096]);
            let head = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n";
            let _ = write!(stream, "{head}content-length: {}\r\n\r\n{html}", html.len());
        }
    });
    Ok(address)
}

/// A finished game of four plies and its code to embed, as the page copies it.
async fn finished_game(page: &Page) -> Result<(String, String)> {
    page.open("/").await?;
    let mut wish = two_people("chess");
    wish["moves"] = json!(["f2f3", "e7e5", "g2g4"]);
    let id = page.new_game(wish).await?;
    page.play(&["d8", "h4"]).await?;
    page.see_end().await?;
    page.click(".end-close").await?;
    let keep = "window.copied = []; navigator.clipboard.writeText = async (text) => { window.copied.push(text); };";
    page.script(keep, Vec::new()).await?;
    page.click(".actions [data-name=more]").await?;
    let copy = "[...document.querySelectorAll('dialog button')].find((one) => one.textContent === 'Copy code to embed').click()";
    page.script(copy, Vec::new()).await?;
    page.wait_until("the code is copied", "return window.copied.length === 1").await?;
    let code = page.script("return window.copied[0]", Vec::new()).await?;
    Ok((id, code.as_str().context("a code")?.to_owned()))
}

async fn where_it_is(page: &Page) -> Result<String> {
    page.text(".embed-where").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_site_shows_a_game_in_a_frame() {
    if !has_browser() {
        return;
    }
    let server = Server::start().unwrap();
    let browser = Browser::start(Setup::default()).await.unwrap();
    let work = async move |page: Page| {
        let (id, code) = finished_game(&page).await?;
        assert!(code.contains(&format!("/embed/game/{id}?ply=4")) && code.starts_with("<iframe "), "{code}");
        // The page itself may not be framed: the frame beside it stays empty.
        let whole = code.replace("/embed/game/", "/game/");
        let site = other_site(format!("<!doctype html><title>Other</title>{code}{whole}"))?;
        page.driver().goto(&site).await?;
        page.driver().enter_frame(1).await?;
        assert!(page.driver().find_all(By::Css("quevedo-board")).await?.is_empty(), "the whole page is framed");
        page.driver().enter_default_frame().await?;
        page.driver().enter_frame(0).await?;
        page.see("quevedo-board svg").await?;
        assert_eq!(where_it_is(&page).await?, "4 / 4 · Qh4#");
        assert_eq!(page.text(".embed-result").await?, "Black won: checkmate");
        page.click(".embed-nav [aria-label='One move back']").await?;
        page.wait_until(
            "one move is taken back",
            "return document.querySelector('.embed-where').textContent.startsWith('3 / 4')",
        )
        .await?;
        press(&page, thirtyfour::Key::Home).await?;
        page.wait_until("the start is shown", "return document.querySelector('.embed-where').textContent === '0 / 4'")
            .await?;
        let link = page.see(".embed-link").await?.attr("href").await?.context("a link")?;
        assert!(link.ends_with(&format!("/game/{id}?ply=0")), "{link}");
        let controls = "return [...document.querySelectorAll('button, a, input, form')].length";
        assert_eq!(page.script(controls, Vec::new()).await?, 6, "five buttons and a link, nothing else");
        page.driver().enter_default_frame().await?;
        Ok(())
    };
    browser.visit(server.address(), "embed", work).await.unwrap();
}

/// Opens an embedded board on its own.
async fn open(page: &Page, path: &str) -> Result<()> {
    page.open("/").await?;
    let address = page.script("return location.origin", Vec::new()).await?;
    page.driver().goto(format!("{}{path}", address.as_str().context("an address")?)).await?;
    page.wait_until("the board is there", "return 'ready' in document.body.dataset").await
}

/// Positions with moves, of any game, in the language and the theme that the address says.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_position_with_moves_is_embedded() {
    for (window, theme, language) in [(Window::Desktop, "light", "es"), (Window::Phone, "dark", "en")] {
        visit("embedded line", Setup { window, ..Setup::default() }, async move |page| {
            let how = format!("theme={theme}&language={language}");
            open(&page, &format!("/embed/amazons:6x6?moves=b1-b4%2Fb3+b6-c6%2Fc5&ply=1&{how}")).await?;
            assert_eq!(where_it_is(&page).await?, "1 / 2 · b1-b4/b3");
            let words = page.text(".embed-link").await?;
            assert_eq!(words, if language == "es" { "Abrir en Quevedo" } else { "Open in Quevedo" });
            let shown = "return [document.documentElement.dataset.theme, document.documentElement.lang]";
            assert_eq!(page.script(shown, Vec::new()).await?, json!([theme, language]));
            let fits = "return document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight \
                        && document.querySelector('quevedo-board').getBoundingClientRect().width > 150";
            assert_eq!(page.script(fits, Vec::new()).await?, true, "{theme}: it fits its frame");
            if let Some(axe) = axe() {
                check(&page, &axe, "an embedded board").await?;
            }
            open(&page, &format!("/embed/chess?position=nothing&{how}")).await?;
            assert!(!page.text(".embed-problem").await?.is_empty());
            Ok(())
        })
        .await;
    }
}

/// A game that goes on is followed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_running_game_is_followed() {
    visit("embedded live", Setup::default(), async |page| {
        page.open("/").await?;
        let machine = json!({"kind": "machine", "spec": "random:seed=3"});
        let wish = json!({"game": "hare-hounds", "seats": [machine, machine], "delay_ms": 300});
        let id = page.new_game(wish).await?;
        open(&page, &format!("/embed/game/{id}")).await?;
        page.wait_until(
            "moves come",
            "return Number(document.querySelector('.embed-where').textContent.split(' ')[0]) >= 3",
        )
        .await
    })
    .await;
}
