//! The other screens: set-up, history, both languages, the phone.

use anyhow::Result;
use quevedo_page_tests::{Page, Setup, Window};
use serde_json::json;

use crate::tournaments::{new_tournament, see_finish};
use crate::{two_people, visit};

/// Every screen that needs no game.
pub(crate) const SCREENS: [&str; 22] = [
    "/",
    "/new/chess",
    "/new/fox-geese:13",
    "/analysis/chess",
    "/analysis/hare-hounds",
    "/editor/chess",
    "/editor/hare-hounds",
    "/games",
    "/review",
    "/tournaments",
    "/tournaments/new",
    "/networks",
    "/explore/connect4",
    "/learn",
    "/learn/minimax",
    "/learn/statistics",
    "/learn/teacher",
    "/rules",
    "/rules/amazons",
    "/puzzles",
    "/puzzles/chess/1",
    "/settings",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bad_position_is_explained_and_cannot_be_started() {
    visit("bad position", Setup::default(), async |page| {
        page.open("/new/chess?position=8%2F8%2F8%2F8%2F8%2F8%2F8%2F8%20w%20-%20-%200%201").await?;
        let problem = page.text(".setup-form .problem").await?;
        assert!(problem.contains("king"), "{problem}");
        let start = page.see(".setup-form [type=submit]").await?;
        assert!(!start.is_enabled().await?);
        let field = page.see(".setup-form .input.code").await?;
        field.clear().await?;
        field.send_keys("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").await?;
        page.wait_until("Start is allowed", "return !document.querySelector('.setup-form [type=submit]').disabled")
            .await
    })
    .await;
}

/// A game may begin from one of many starts with a number: one is drawn, and another may be typed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_chess960() {
    visit("chess960", Setup::default(), async |page| {
        page.open("/new/chess").await?;
        page.click(".setup-form label:has([value=numbered])").await?;
        let number = page.see(".numbered-start input").await?;
        let drawn: u32 = number.value().await?.unwrap_or_default().parse()?;
        assert!(drawn < 960, "{drawn}");
        let start = "return !document.querySelector('.setup-form [type=submit]').disabled";
        page.wait_until("the start that was drawn is right", start).await?;
        number.clear().await?;
        number.send_keys("960").await?;
        let refused = "return document.querySelector('.setup-form .problem').textContent.includes('959')";
        page.wait_until("a number too high is refused", refused).await?;
        number.clear().await?;
        number.send_keys("0").await?;
        page.wait_until("number 0 is right", start).await?;
        page.click(".setup-form [type=submit]").await?;
        // The set-up has a board too.
        page.wait_until("the game is there", "return location.pathname.startsWith('/game/')").await?;
        let id = page.script("return location.pathname.split('/').pop()", Vec::new()).await?;
        let id = id.as_str().unwrap_or_default().to_owned();
        let first = page.state(&id).await?["start"].clone();
        assert!(first.as_str().is_some_and(|text| text.starts_with("bbqnnrkr/pppppppp/")), "{first}");
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_game_is_found_and_replayed() {
    visit("replay", Setup::default(), async |page| {
        page.open("/").await?;
        let id = page.new_game(two_people("connect4")).await?;
        for (ply, column) in ["4", "5", "4", "5", "4", "5", "4"].into_iter().enumerate() {
            page.play(&[column]).await?;
            page.see_moves(ply + 1).await?;
        }
        page.see_end().await?;
        page.open("/games").await?;
        page.click(&format!("a[href='/game/{id}']")).await?;
        page.see_moves(7).await?;
        let discs = "return document.querySelector('quevedo-board .qb-pieces').childElementCount";
        page.wait_until("seven discs are there", &format!("{discs} === 7")).await?;
        page.click(".moves-nav .icon-button:first-child").await?;
        page.wait_until("the board is empty", &format!("{discs} === 0")).await?;
        page.click(".moves-list [data-ply='3']").await?;
        page.wait_until("three discs are there", &format!("{discs} === 3")).await?;
        let record =
            page.script("return (await fetch('/api/games/' + given[0] + '/record')).text()", vec![json!(id)]).await?;
        assert!(record.as_str().is_some_and(|text| text.contains("[Game \"connect4\"]") && text.contains("1-0")));
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_spanish_browser_sees_spanish() {
    visit("spanish", Setup { language: "es", ..Setup::default() }, async |page| {
        page.open("/").await?;
        assert_eq!(page.script("return document.documentElement.lang", Vec::new()).await?, "es");
        assert!(page.text("main").await?.contains("Ajedrez"));
        let missing = "return [...document.querySelectorAll('main *')].filter((one) => one.childElementCount === 0 && \
                       /^(home|setup|game|board|rules|settings|history|analysis|learning|tournaments?|editor|board_analysis)\\.[a-z_.]+$/.test(one.textContent.trim())).length";
        for screen in SCREENS {
            page.open(screen).await?;
            assert_eq!(page.script(missing, Vec::new()).await?, 0, "untranslated words on {screen}");
        }
        Ok(())
    })
    .await;
}

/// Three in a column, and the fourth to come: the analysis says who wins, how soon, and that it is certain.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_proved_is_said() {
    visit("proved", Setup::default(), async |page| {
        page.open("/").await?;
        let mut wish = two_people("connect4");
        wish["moves"] = json!(["4", "5", "4", "5", "4", "5"]);
        page.new_game(wish).await?;
        page.click(".analysis-switch").await?;
        // Every message of the engine writes it anew: it is read in one look.
        let said = "const said = (where) => document.querySelector(where)?.textContent; \
                    return said('.analysis-value > :first-child') === 'Yellow wins in 1 move' \
                    && said('.analysis-value .proved') === 'proved' && said('.analysis-lines b') === 'Yellow in 1'";
        page.wait_until("the analysis says who wins", said).await
    })
    .await;
}

/// What the first screen may take over the wire.
const FIRST_LOAD: u64 = 120_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_load_is_small() {
    visit("first load", Setup::default(), async |page| {
        page.open("/").await?;
        page.see(".game-card quevedo-board svg").await?;
        let script = "const loads = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]; \
                      return { bytes: loads.reduce((sum, load) => sum + load.transferSize, 0), count: loads.length, \
                      outside: loads.filter((load) => !load.name.startsWith(location.origin)).length }";
        let found = page.script(script, Vec::new()).await?;
        println!("first load: {found}");
        assert_eq!(found["outside"], 0, "the page asks nobody else");
        assert!(found["count"].as_u64().is_some_and(|count| count > 20), "{found}");
        assert!(found["bytes"].as_u64().is_some_and(|bytes| bytes > 20_000 && bytes < FIRST_LOAD), "{found}");
        Ok(())
    })
    .await;
}

async fn no_sideways_scroll(page: &Page, screen: &str) -> Result<()> {
    let wide = page.script("return document.documentElement.scrollWidth - innerWidth", Vec::new()).await?;
    assert!(wide.as_i64().is_some_and(|wide| wide <= 0), "{screen} is {wide} px too wide");
    Ok(())
}

/// On the smallest phone nothing is cut off, and a game is played without scrolling.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_is_large_enough() {
    visit("phone", Setup { window: Window::Phone, ..Setup::default() }, async |page| {
        for screen in SCREENS {
            page.open(screen).await?;
            no_sideways_scroll(&page, screen).await?;
        }
        new_tournament(&page, &["random", "greedy", "easy", "alphabeta:nodes=300,eval=best,hash=4"], 2).await?;
        see_finish(&page).await?;
        page.see(".plot svg").await?;
        no_sideways_scroll(&page, "a tournament").await?;
        page.open("/tournaments").await?;
        no_sideways_scroll(&page, "the list of tournaments").await?;
        for game in ["chess", "othello", "connect4", "amazons", "mouse-cats", "hare-hounds", "fox-geese"] {
            let seats = json!([{"kind": "human"}, {"kind": "machine", "spec": "easy"}]);
            page.new_game(json!({"game": game, "seats": seats})).await?;
            no_sideways_scroll(&page, game).await?;
            let below = "const boxes = [...document.querySelectorAll('quevedo-board, .actions')].map((one) => one.getBoundingClientRect()); \
                         return boxes.length === 2 && boxes.every((box) => box.top >= 0 && box.bottom <= innerHeight && box.width > 0)";
            assert_eq!(page.script(below, Vec::new()).await?, true, "{game}: board and buttons are not all in view");
        }
        Ok(())
    })
    .await;
}

/// Widths of windows, and those beside which the layout changes. Windows of a desktop are not narrower; phones have tests of
/// their own.
const WIDTHS: [u32; 10] = [510, 540, 576, 590, 768, 900, 1024, 1152, 1170, 1440];

/// At every width, in both languages: no screen is wider than the window, and the header holds all of its links.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_width_is_enough() {
    for language in ["en", "es"] {
        visit("widths", Setup { language, ..Setup::default() }, async |page| {
            for screen in ["/", "/analysis/othello", "/puzzles", "/review", "/games", "/settings"] {
                page.open(screen).await?;
                for width in WIDTHS {
                    page.driver().set_window_rect(0, 0, width, 900).await?;
                    let beyond = "await new Promise(requestAnimationFrame); \
                                  const head = document.querySelector('.site-header .inside'); \
                                  return Math.max(document.documentElement.scrollWidth - innerWidth, head.scrollWidth - head.clientWidth)";
                    let beyond = page.script(beyond, Vec::new()).await?;
                    assert!(beyond.as_i64().is_some_and(|beyond| beyond <= 1), "{screen} at {width}: {beyond} px too wide");
                }
            }
            Ok(())
        })
        .await;
    }
}
