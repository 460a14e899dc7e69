//! Tournaments on the page: set up by keyboard, watched, taken home.

use anyhow::{Context, Result};
use quevedo_page_tests::{Page, Setup, Window};
use serde_json::{Value, json};
use thirtyfour::Key;

use crate::visit;

/// Makes a tournament as the visitor of this browser, and opens it; its id.
pub(crate) async fn new_tournament(page: &Page, players: &[&str], games: u64) -> Result<String> {
    let players: Vec<Value> = players.iter().map(|spec| json!({"spec": spec})).collect();
    let wish = json!({"name": "Cup", "game": "connect4", "format": "round-robin", "players": players, "games": games,
                      "openings": {"kind": "random", "plies": 2}, "seed": 7});
    let script = "const answer = await fetch('/api/tournaments', { method: 'POST', \
                  headers: { 'content-type': 'application/json' }, body: JSON.stringify(given[0]) }); \
                  const made = await answer.json(); \
                  if (!answer.ok) throw new Error(JSON.stringify(made)); return made.id;";
    let id = page.script(script, vec![wish]).await?;
    let id = id.as_str().context("a tournament has an id")?.to_owned();
    page.open(&format!("/tournament/{id}")).await?;
    Ok(id)
}

/// Waits until the tournament on the page is over.
pub(crate) async fn see_finish(page: &Page) -> Result<()> {
    page.see(".badge[data-status=finished]").await.map(drop)
}

/// Presses Tab until the focus is on an element of a selector.
async fn tab_to(page: &Page, selector: &str) -> Result<()> {
    let script = "return document.activeElement.matches(given[0])";
    for _ in 0..120 {
        if page.script(script, vec![json!(selector)]).await? == json!(true) {
            return Ok(());
        }
        press(page, &Key::Tab).await?;
    }
    anyhow::bail!("Tab does not reach `{selector}`")
}

async fn press(page: &Page, key: &Key) -> Result<()> {
    Ok(page.driver().action_chain().send_keys(key.value().to_string()).perform().await?)
}

async fn write(page: &Page, text: &str) -> Result<()> {
    Ok(page.driver().action_chain().send_keys(text).perform().await?)
}

/// Says by keys alone how a player plays: to the tab "Text", and the text into its field.
async fn choose_by_text(page: &Page, player: usize, spec: &str) -> Result<()> {
    let card = format!(".entrant:nth-child({player})");
    tab_to(page, &format!("{card} .setup-tabs input")).await?;
    press(page, &Key::Right).await?;
    press(page, &Key::Right).await?;
    tab_to(page, &format!("{card} .input.code")).await?;
    page.script("document.activeElement.select()", Vec::new()).await?;
    write(page, spec).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_by_keyboard_alone() {
    visit("tournament by keyboard", Setup::default(), async |page| {
        page.open("/").await?;
        tab_to(&page, ".site-nav a[href='/tournaments']").await?;
        press(&page, &Key::Enter).await?;
        page.see(".empty").await?;
        tab_to(&page, "a[href='/tournaments/new']").await?;
        press(&page, &Key::Enter).await?;
        page.see(".entrants .entrant:nth-child(2)").await?;
        choose_by_text(&page, 1, "random").await?;
        choose_by_text(&page, 2, "greedy").await?;
        tab_to(&page, ".entrants + .button").await?;
        press(&page, &Key::Enter).await?;
        page.see(".entrant:nth-child(3)").await?;
        choose_by_text(&page, 3, "alphabeta:nodes=200").await?;
        assert_eq!(page.text(".total").await?, "6 games");
        page.wait_until("Start is allowed", "return !document.querySelector('.setup-form [type=submit]').disabled")
            .await?;
        tab_to(&page, ".setup-form [type=submit]").await?;
        press(&page, &Key::Enter).await?;
        see_finish(&page).await?;
        check_cross_table(&page).await?;
        check_replay(&page).await?;
        // A text that is half written is no player yet.
        let errors = page.errors().await?.into_iter().filter(|error| !error.contains("/api/spec"));
        assert_eq!(errors.collect::<Vec<_>>(), Vec::<String>::new());
        Ok(())
    })
    .await;
}

/// The cross table as it is shown: a row of W–D–L each, which come to the points behind them.
async fn check_cross_table(page: &Page) -> Result<()> {
    let script = "return [...document.querySelectorAll('table.cross tbody tr')].map((row) => \
                  [...row.querySelectorAll('td')].map((cell) => cell.textContent))";
    let rows = page.script(script, Vec::new()).await?;
    let rows = rows.as_array().context("rows")?;
    assert_eq!(rows.len(), 3);
    let (mut games, mut points) = (0, 0.0);
    for row in rows {
        let cells: Vec<&str> = row.as_array().context("cells")?.iter().filter_map(Value::as_str).collect();
        let (own, scores) = cells.split_last().context("points stand last")?;
        let mut sum = 0.0;
        for score in scores.iter().filter(|score| score.contains('–')) {
            let counts: Vec<u32> = score.split('–').filter_map(|count| count.parse().ok()).collect();
            assert_eq!(counts.len(), 3, "{score}");
            sum += f64::from(counts[0]) + f64::from(counts[1]) / 2.0;
            games += counts.iter().sum::<u32>();
        }
        assert!((own.parse::<f64>()? - sum).abs() < 1e-9, "{cells:?}");
        points += sum;
    }
    assert_eq!(games, 12, "every game stands in two cells");
    assert!((points - 6.0).abs() < 1e-9);
    Ok(())
}

/// A game opens in the replay, and the files can be fetched from the links.
async fn check_replay(page: &Page) -> Result<()> {
    page.see(".plot svg").await?;
    let script = "const found = {}; for (const link of document.querySelectorAll('.downloads a')) { \
                  const answer = await fetch(link.href); \
                  found[link.href.split('/').pop()] = answer.ok ? (await answer.text()).length : 0; } return found";
    let files = page.script(script, Vec::new()).await?;
    let files = files.as_object().context("files")?;
    assert_eq!(files.len(), 7);
    assert!(files.values().all(|length| length.as_u64().is_some_and(|length| length > 100)), "{files:?}");
    page.click(".tournament-games a").await?;
    page.see(".moves-list [data-ply]").await?;
    page.see("quevedo-board [data-place]").await.map(drop)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_is_watched_stopped_continued_and_deleted() {
    visit("tournament stopped", Setup { window: Window::Phone, ..Setup::default() }, async |page| {
        page.open("/").await?;
        new_tournament(&page, &["alphabeta:nodes=20000", "alphabeta:nodes=20001"], 400).await?;
        page.see(".live-board quevedo-board").await?;
        let moved = "return document.querySelector('.live-board .live-words').textContent";
        let before = page.script(moved, Vec::new()).await?;
        page.wait_until("the board moves on", &format!("{moved} !== {before}")).await?;
        for (name, status) in [("stop", "stopped"), ("resume", "running")] {
            page.click(&format!("[data-name={name}]")).await?;
            if name == "stop" {
                page.click("dialog .button.primary").await?;
            }
            page.see(&format!(".badge[data-status={status}]")).await?;
        }
        page.click("[data-name=delete]").await?;
        page.click("dialog .button.primary").await?;
        page.see(".empty").await.map(drop)
    })
    .await;
}

/// Six games tell little, whatever their interval: the tables say so, and stop saying it when there are more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_small_sample_is_called_one() {
    visit("small sample", Setup::default(), async |page| {
        page.open("/").await?;
        new_tournament(&page, &["random", "greedy"], 6).await?;
        see_finish(&page).await?;
        assert!(page.text(".few-games").await?.starts_with("A small sample: fewer than 30 games"));
        new_tournament(&page, &["random", "greedy"], 30).await?;
        see_finish(&page).await?;
        page.see("table.cross").await?;
        assert!(!page.sees(".few-games").await?, "thirty games are no small sample");
        Ok(())
    })
    .await;
}

/// The plot of strengths: ticks are whole numbers, and words are not crossed by the lines of the grid.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_plot_of_strengths_is_read_easily() {
    visit("strength plot", Setup::default(), async |page| {
        page.open("/").await?;
        new_tournament(&page, &["random", "greedy", "easy"], 4).await?;
        see_finish(&page).await?;
        page.see(".plot svg").await?;
        let ticks = "return [...document.querySelectorAll('.plot svg text')].map((one) => one.textContent.trim()).filter((one) => /^[-+−]?[0-9.,]+$/.test(one))";
        let ticks: Vec<String> = serde_json::from_value(page.script(ticks, Vec::new()).await?)?;
        assert!(ticks.len() >= 3 && ticks.iter().all(|tick| !tick.contains('.')), "{ticks:?}");
        let crossed = "const boxes = (what) => [...document.querySelectorAll(`.plot svg ${what}`)]; \
                       const zero = boxes('line, path').filter((one) => { const box = one.getBoundingClientRect(); return box.height > 60 && box.width < 3; }); \
                       return [zero.length, boxes('text').filter((word) => { const box = word.getBoundingClientRect(); \
                       const halo = getComputedStyle(word).paintOrder.startsWith('stroke') && getComputedStyle(word).stroke !== 'none'; \
                       return !halo && zero.some((line) => { const { left, top, bottom } = line.getBoundingClientRect(); \
                       return box.left < left && box.right > left && box.top < bottom && box.bottom > top; }); }).map((word) => word.textContent)]";
        let found = page.script(crossed, Vec::new()).await?;
        assert!(found[0].as_u64().is_some_and(|lines| lines > 0), "the plot has a grid");
        assert_eq!(found[1], json!([]), "words are crossed by a line");
        Ok(())
    })
    .await;
}
