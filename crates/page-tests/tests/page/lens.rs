//! The evaluation lens and the duel.

use anyhow::Result;
use quevedo_page_tests::{Page, Setup, Window};
use serde_json::{Value, json};

use crate::visit;

/// The radio buttons of the layers, and the marks on the board: place number, `plus` or `minus`, text.
const LAYERS: &str = "return [...document.querySelectorAll('.lens-radio')].map((label) => label.innerText.trim())";
const MARKS: &str = "return [document.querySelectorAll('.lens-two .qb-points.plus').length, \
    document.querySelectorAll('.lens-two .qb-points.minus').length]";

async fn choose_layer(page: &Page, name: &str) -> Result<()> {
    let script = "for (const label of document.querySelectorAll('.lens-radio')) \
                  if (label.innerText.trim() === given[0]) label.querySelector('input').click()";
    page.script(script, vec![json!(name)]).await.map(drop)
}

async fn marks(page: &Page) -> Result<[u64; 2]> {
    let found = page.script(MARKS, Vec::new()).await?;
    Ok([0, 1].map(|index| found[index].as_u64().unwrap_or(0)))
}

/// Connect-4 after 4, 5, 4, 5, 4: three stones of the first player on column 4, a threat on d4 above them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lens_draws_terms_on_the_board() {
    visit("lens", Setup::default(), async |page| {
        page.open("/lens/connect4?eval=handmade&position=45454").await?;
        page.see(".lens-radio").await?;
        let layers: Vec<String> = serde_json::from_value(page.script(LAYERS, Vec::new()).await?)?;
        assert_eq!(layers, ["open lines", "next move"], "no threat is left for later");
        choose_layer(&page, "next move").await?;
        // The second player has to answer one threat: points for the first player on that square alone.
        assert_eq!(marks(&page).await?, [1, 0]);
        let said = page.text(".lens-said").await?;
        assert!(said.contains("d4 +50"), "{said}");
        let script =
            "return [...document.querySelectorAll('.lens-words details tbody tr')].map((row) => row.textContent)";
        assert_eq!(page.script(script, Vec::new()).await?, json!(["d4+50"]));

        // A move on the board: the threat is gone, and with it the layer.
        page.click(".lens-two .qb-cell[data-tap='4']").await?;
        page.wait_until(
            "another layer is drawn",
            "return document.querySelector('.lens-said').textContent.includes('open lines')",
        )
        .await?;
        assert_eq!(page.errors().await?, Vec::<String>::new());
        Ok(())
    })
    .await;
}

/// Every game, every evaluator: something is drawn, in both languages, and nothing is wider than a phone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_evaluator_of_every_game_has_a_lens() {
    let setup = Setup { window: Window::Phone, language: "es", dark: true };
    visit("lens-games", setup, async |page| {
        page.open("/").await?;
        let script = "const { games, lesson_games } = await (await fetch('/api/catalog')).json(); \
                      return [...games, ...lesson_games].map((game) => [game.id, game.evaluators.map((one) => one.name)])";
        let games: Vec<(String, Vec<String>)> = serde_json::from_value(page.script(script, Vec::new()).await?)?;
        assert!(games.len() > 7);
        let mut drawn = 0;
        for (game, evaluators) in games {
            // Where nothing can be said of the first position, a move later there can.
            page.open(&format!("/lens/{game}?eval={}", evaluators[0])).await?;
            page.see(".lens-score:not(:empty)").await?;
            let text = page.script("return document.querySelector('main').innerText", Vec::new()).await?;
            let text = text.as_str().unwrap_or_default();
            let odd = ["{", "undefined", "NaN", "null", "lens."];
            assert!(!odd.iter().any(|word| text.contains(word)), "{game}: {text}");
            let wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
            assert_eq!(page.script(wide, Vec::new()).await?, 0, "{game} is wider than the screen");
            drawn += usize::from(marks(&page).await? != [0, 0]);
        }
        assert!(drawn >= 7, "{drawn} games have marks at the start");
        assert_eq!(page.errors().await?, Vec::<String>::new());
        Ok(())
    })
    .await;
}

/// Minimax and alpha-beta of the same depth see the same in tic-tac-toe, and the table says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_duel_fills_a_table_for_a_report() {
    visit("duel", Setup::default(), async |page| {
        let positions = "X2/1O1/3 x\nb2 a1\n3/3/3 x".replace('\n', "%0A").replace(' ', "%20");
        let b = "alphabeta:depth=4,nullmove=off,lmr=off,iir=off,quiescence=off,pruning=off,extensions=off,correction=off,\
                 razoring=off,probcut=off,singular=off";
        let address = format!("/duel/tic-tac-toe?a=minimax:depth=4&b={b}&budget=depth&value=4&positions={positions}");
        page.open(&address).await?;
        page.click("[data-name=run]").await?;
        page.wait_until("all positions are compared", "return document.querySelector('.duel-summary').textContent !== ''").await?;
        let summary = page.text(".duel-summary").await?;
        assert!(summary.starts_with("3 positions:") && summary.contains("the same value in 3"), "{summary}");
        let rows = "return [...document.querySelectorAll('.duel-table tbody tr')].map((row) => \
                    [...row.querySelectorAll('td')].map((cell) => cell.innerText.trim()))";
        let rows: Vec<Vec<String>> = serde_json::from_value(page.script(rows, Vec::new()).await?)?;
        assert_eq!(rows.len(), 6);
        for pair in rows.chunks(2) {
            assert_eq!((pair[0][0].as_str(), pair[1][0].as_str()), ("A", "B"));
            assert_eq!(pair[0][2], pair[1][2], "the same value: {pair:?}");
            let nodes = |row: &[String]| row[4].replace(',', "").parse::<u64>().unwrap_or(0);
            assert!(nodes(&pair[0]) > nodes(&pair[1]), "{pair:?}");
        }
        // What is copied is the table.
        let csv = "let copied = ''; Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { copied = text; } } }); \
                   document.querySelector('[data-copy=csv]').click(); await new Promise((done) => setTimeout(done, 50)); \
                   return copied.split('\\n')";
        let lines: Vec<String> = serde_json::from_value(page.script(csv, Vec::new()).await?)?;
        assert_eq!(lines.len(), 4, "{lines:?}");
        assert!(lines[0].starts_with("Position,To move,Move A,Value A,Depth A,Nodes A"), "{}", lines[0]);
        Ok(())
    })
    .await;
}

/// A position that cannot be read is named by its line.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_duel_refuses_what_is_no_position() {
    visit("duel-refused", Setup { language: "es", ..Setup::default() }, async |page| {
        page.open("/duel/tic-tac-toe?a=minimax:depth=2&b=greedy&budget=depth&value=2&positions=3/3/3%20x%0Anada")
            .await?;
        page.click("[data-name=run]").await?;
        let problem: Value = json!(page.text(".problem").await?);
        assert!(problem.as_str().is_some_and(|text| text.starts_with("Línea 2:")), "{problem}");
        Ok(())
    })
    .await;
}
