//! Puzzles: solved by mouse and by keyboard, with a mistake, a hint and an explanation on the way.

use anyhow::{Context, Result, ensure};
use quevedo_page_tests::{Page, Setup, Window};
use serde_json::{Value, json};
use thirtyfour::Key;

use crate::visit;

/// The solution of a puzzle, as taps of each move.
async fn solution(page: &Page, game: &str, number: usize) -> Result<Vec<Vec<String>>> {
    let script = "return (await (await fetch(`/api/puzzles/${given[0]}/${given[1]}/why`)).json()).solution";
    let moves = page.script(script, vec![json!(game), json!(number)]).await?;
    let taps = |mv: &Value| mv["taps"].as_array().map(|taps| taps.iter().map(text).collect()).unwrap_or_default();
    Ok(moves.as_array().context("a solution")?.iter().map(taps).collect())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The first puzzle of a game whose solution has so many plies.
async fn puzzle_of_length(page: &Page, game: &str, plies: usize) -> Result<usize> {
    let script = "for (let number = 1; number < 200; number += 1) { \
                    const answer = await fetch(`/api/puzzles/${given[0]}/${number}`); \
                    if ((await answer.json()).plies === given[1]) return number; \
                  } return 0;";
    let number = page.script(script, vec![json!(game), json!(plies)]).await?.as_u64().unwrap_or(0) as usize;
    ensure!(number > 0, "no puzzle of {plies} plies");
    Ok(number)
}

async fn see_mood(page: &Page, mood: &str) -> Result<String> {
    page.text(&format!(".puzzle-said[data-mood={mood}]")).await
}

/// Waits until the board can be tapped again.
async fn see_turn(page: &Page) -> Result<()> {
    page.wait_until("it is our move", "return document.querySelector('quevedo-board').classList.contains('qb-live')")
        .await
}

/// A place that may be tapped first and is not that of the solution, and one that may follow.
async fn wrong_move(page: &Page, game: &str, number: usize, right: &[String]) -> Result<Vec<String>> {
    let script = "const { legal } = await (await fetch(`/api/puzzles/${given[0]}/${given[1]}`)).json(); \
                  for (const [first, node] of Object.entries(legal.next)) \
                    for (const second of Object.keys(node.next ?? {})) \
                      if (first !== given[2][0] || second !== given[2][1]) return [first, second];";
    let taps = page.script(script, vec![json!(game), json!(number), json!(right)]).await?;
    Ok(taps.as_array().context("a wrong move")?.iter().map(text).collect())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_puzzle_is_solved_by_mouse() {
    visit("puzzle by mouse", Setup::default(), async |page| {
        page.open("/").await?;
        page.click("a[href='/puzzles']").await?;
        page.see(".puzzle-cards [data-game=mouse-cats] a.primary").await?;
        let number = puzzle_of_length(&page, "mouse-cats", 3).await?;
        page.open(&format!("/puzzles/mouse-cats/{number}")).await?;
        let solution = solution(&page, "mouse-cats", number).await?;
        for (index, taps) in solution.iter().step_by(2).enumerate() {
            see_turn(&page).await?;
            page.play(&taps.iter().map(String::as_str).collect::<Vec<_>>()).await?;
            if index == 0 {
                see_mood(&page, "right").await?;
            }
        }
        see_mood(&page, "solved").await?;
        let stats = page.text(".puzzle-stats").await?;
        assert!(stats.contains('+'), "the rating has not risen: {stats}");
        page.click(".actions [data-name=why]").await?;
        page.see(".puzzle-values td[data-tone=good]").await?;
        page.click(".actions [data-name=next]").await?;
        see_mood(&page, "open").await?;
        assert_eq!(page.errors().await?, Vec::<String>::new());
        Ok(())
    })
    .await;
}

/// Brings the focus to the board by Tab, walks to a place by the arrow keys and presses Enter.
async fn tap_by_keys(page: &Page, tap: &str) -> Result<()> {
    let script = "const board = document.querySelector('quevedo-board'); \
                  if (!document.activeElement.matches('.qb-cell')) return 'tab'; \
                  const at = (cell) => { const box = cell.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }; \
                  const [x, y] = at(document.activeElement); \
                  const [goalX, goalY] = at(board.querySelector(`.qb-cell[data-tap='${given[0]}']`)); \
                  const size = document.activeElement.getBoundingClientRect(); \
                  if (Math.abs(goalX - x) > size.width / 2) return goalX > x ? 'right' : 'left'; \
                  if (Math.abs(goalY - y) > size.height / 2) return goalY > y ? 'down' : 'up'; \
                  return 'here';";
    for _ in 0..80 {
        let way = page.script(script, vec![json!(tap)]).await?;
        let key = match way.as_str() {
            Some("tab") => Key::Tab,
            Some("right") => Key::Right,
            Some("left") => Key::Left,
            Some("down") => Key::Down,
            Some("up") => Key::Up,
            _ => Key::Enter,
        };
        page.driver().active_element().await?.send_keys(key + "").await?;
        if way == "here" {
            return Ok(());
        }
    }
    anyhow::bail!("{tap} cannot be reached by the arrow keys")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_puzzle_is_solved_by_keyboard_after_a_mistake_and_a_hint() {
    let setup = Setup { window: Window::Phone, language: "es", dark: true };
    visit("puzzle by keyboard", setup, async |page| {
        page.open("/").await?;
        let number = puzzle_of_length(&page, "chess", 1).await?;
        page.open(&format!("/puzzles/chess/{number}")).await?;
        let solution = solution(&page, "chess", number).await?;
        let wrong = wrong_move(&page, "chess", number, &solution[0]).await?;
        see_turn(&page).await?;
        page.play(&wrong.iter().map(String::as_str).collect::<Vec<_>>()).await?;
        let said = see_mood(&page, "wrong").await?;
        assert!(said.contains("no es"), "{said}");
        see_turn(&page).await?;
        page.click(".actions [data-name=hint]").await?;
        let hint = see_mood(&page, "open").await?;
        assert!(hint.contains(&format!("Empieza por {}", solution[0][0])), "{hint}");
        // The pointer was on the board before: the keyboard comes to it by Tab.
        page.script("document.activeElement.blur()", vec![]).await?;
        for tap in &solution[0] {
            tap_by_keys(&page, tap).await?;
        }
        see_mood(&page, "solved").await?;
        assert_eq!(
            page.script("return document.documentElement.scrollWidth <= innerWidth", vec![]).await?,
            json!(true)
        );
        Ok(())
    })
    .await;
}
