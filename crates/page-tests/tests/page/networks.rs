//! The networks on the page: plots with their tables, and a game against one of them.

use anyhow::{Context, Result};
use quevedo_page_tests::{Page, Setup, Window};
use serde_json::{Value, json};

use crate::visit;

/// Opens the screen as it would be if the server told of these networks.
async fn open_with(page: &Page, networks: Value) -> Result<()> {
    page.open("/").await?;
    let script = "const real = window.fetch; \
                  window.fetch = (path, ...rest) => String(path).startsWith('/api/networks') \
                  ? Promise.resolve(Response.json(given[0])) : real(path, ...rest);";
    page.script(script, vec![json!({ "networks": networks })]).await?;
    page.click(".site-nav a[href='/networks']").await?;
    page.see("main .learning h1").await.map(drop)
}

/// Two networks of Othello with known figures: one trained for three epochs and tested twice, one without a record.
fn two_networks() -> Value {
    let losses: Vec<Value> = [(1, 0.7, 0.72), (2, 0.6, 0.65), (3, 0.55, 0.66)]
        .map(|(epoch, loss, held_out)| json!({"epoch": epoch, "loss": loss, "validation_loss": held_out}))
        .to_vec();
    let test = |against: &str, wins: u32, elo: Value, error: Value| {
        json!({"player": "alphabeta:depth=2", "against": against, "games": 100,
               "wins": wins, "draws": 0, "losses": 100 - wins, "elo": elo, "elo_error": error})
    };
    let tests = [test("handmade", 40, json!(-70.4), json!(30.2)), test("random", 100, Value::Null, Value::Null)];
    let network = |name: &str, best: bool, record: Value| {
        json!({"games": ["othello"], "name": name, "kind": "patterns", "about": "a test", "best": best,
               "made": "2026-11-15", "recipe": "quick", "positions": 123_456, "seed": 1, "loss": 0.65, "bytes": 88_000,
               "sha256": "ab".repeat(32), "record": record, "problem": null})
    };
    let record = json!({"command": "quevedo train quick.toml", "player": null, "games": null, "losses": losses,
                        "tests": tests, "generations": []});
    json!([network("learned", true, record), network("plain", false, Value::Null)])
}

async fn texts(page: &Page, selector: &str) -> Result<Vec<String>> {
    let script = "return [...document.querySelectorAll(given[0])].map((one) => one.textContent)";
    let found = page.script(script, vec![json!(selector)]).await?;
    Ok(found.as_array().context("texts")?.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

/// Where the marks of a curve stand, as (across, down).
async fn marks(page: &Page, curve: &str) -> Result<Vec<(f64, f64)>> {
    let script = "return [...document.querySelectorAll(`circle.mark.${given[0]}`)].map((one) => \
                  [Number(one.getAttribute('cx')), Number(one.getAttribute('cy'))])";
    let found = page.script(script, vec![json!(curve)]).await?;
    Ok(serde_json::from_value(found)?)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn plots_and_tables_hold_the_figures_of_the_networks() {
    visit("networks", Setup::default(), async |page| {
        open_with(&page, two_networks()).await?;
        assert_eq!(page.text(".learning section h2").await?, "Othello");
        let (training, held_out) = (marks(&page, "training").await?, marks(&page, "held-out").await?);
        assert!(training.is_sorted_by(|one, next| one.0 < next.0 && one.1 < next.1), "downwards: {training:?}");
        assert!(held_out[1].1 > held_out[2].1 && held_out[0].1 < held_out[2].1, "0.65 is lowest: {held_out:?}");
        let rows = texts(&page, ".learning-plot:first-child tbody tr").await?;
        assert_eq!(rows, ["10.70000.7200", "20.60000.6500", "30.55000.6600"]);
        let matches = texts(&page, ".learning-plot:last-child tbody td.strong").await?;
        assert_eq!(matches, ["-70 ± 30", "all games won"]);
        assert_eq!(texts(&page, ".learning-plot .bar").await?.len(), 1, "who won every game has no bar");
        assert_eq!(texts(&page, ".networks .best").await?, ["Best"]);
        for figure in ["title", "desc"] {
            assert_eq!(texts(&page, &format!(".learning-plot svg[role=img] > {figure}")).await?.len(), 2, "{figure}");
        }
        page.click(".learning-plot:first-child summary").await?;
        page.see(".learning-plot:first-child table").await?;
        assert_eq!(page.errors().await?, Vec::<String>::new());
        Ok(())
    })
    .await;
}

/// Networks tell of themselves in English; the page tells in its own words what the record says in figures.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_networks_learned_from_is_said_in_spanish() {
    visit("lessons", Setup { language: "es", ..Setup::default() }, async |page| {
        let mut networks = two_networks();
        networks[0]["record"]["player"] = json!("random");
        networks[0]["record"]["games"] = json!(10_000);
        open_with(&page, networks).await?;
        let said = texts(&page, ".networks small").await?;
        assert_eq!(said, ["10.000 partidas de jugadas al azar, 3 épocas", "a test"]);
        assert_eq!(texts(&page, ".networks small[lang=en]").await?, ["a test"], "where there is no record");
        assert!(texts(&page, ".how-made dd").await?.contains(&"a test".to_owned()));
        assert_eq!(texts(&page, ".learning-plot:last-child tbody td:nth-child(2)").await?, ["Hecho a mano", "Al azar"]);
        Ok(())
    })
    .await;
}

/// A network that taught itself shows what each of its generations was worth, where that was measured.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn generations_have_their_elo() {
    visit("generations", Setup::default(), async |page| {
        let mut networks = two_networks();
        let generation = |number: u32, elo: Value, error: Value| {
            json!({"number": number, "positions": 1000 * (number + 1), "loss": 1.0, "validation_loss": null,
                   "kept": null, "elo": elo, "elo_error": error})
        };
        networks[0]["record"]["generations"] =
            json!([generation(0, Value::Null, Value::Null), generation(1, json!(123.4), json!(45.6))]);
        open_with(&page, networks).await?;
        let rows = texts(&page, ".learning section > details:not(:last-child) tbody tr").await?;
        assert_eq!(rows, ["01,000–", "12,000+123 ± 46"]);
        Ok(())
    })
    .await;
}

/// What is shipped fits the smallest phone, in the longer language too: nothing is scrolled sideways but figures that are
/// folded away, and every cell says what it is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_table_fits_a_phone() {
    for (language, dark, label) in [("en", false, "Positions"), ("es", true, "Posiciones")] {
        visit("networks on a phone", Setup { window: Window::Phone, language, dark }, async move |page| {
            page.open("/networks").await?;
            page.see(".networks tbody tr").await?;
            let wide = "return [...document.querySelectorAll('.learning section > .table-scroll')] \
                        .filter((one) => one.scrollWidth > one.clientWidth).length";
            assert_eq!(page.script(wide, Vec::new()).await?, json!(0));
            let said =
                "return getComputedStyle(document.querySelector('.networks td:nth-child(3)'), '::before').content";
            assert!(page.script(said, Vec::new()).await?.as_str().is_some_and(|said| said.contains(label)));
            Ok(())
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_learned_is_said() {
    visit("no networks", Setup { window: Window::Phone, language: "es", dark: true }, async |page| {
        open_with(&page, json!([])).await?;
        assert_eq!(page.text(".learning .empty h2").await?, "Todavía no hay redes");
        Ok(())
    })
    .await;
}

/// What the server ships: every network is shown, and its button sets up a game against it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shipped_network_is_played_against() {
    visit("against a network", Setup::default(), async |page| {
        page.open("/networks").await?;
        let told = page.script("return (await fetch('/api/networks')).json()", Vec::new()).await?;
        let told = told["networks"].as_array().context("networks")?.clone();
        assert_eq!(texts(&page, ".networks tbody tr").await?.len(), told.len());
        let Some(network) = told.first() else { return page.see(".empty").await.map(drop) };
        let name = network["name"].as_str().context("a name")?;
        page.click(&format!("tr[data-network='{name}'] .button")).await?;
        page.see(".setup-form .machine select").await?;
        let chosen = format!("return document.querySelector('.spec-line code')?.textContent.includes('eval={name}')");
        page.wait_until("the network is chosen", &chosen).await?;
        page.wait_until("Start is allowed", "return !document.querySelector('.setup-form [type=submit]').disabled")
            .await?;
        page.click(".setup-form [type=submit]").await?;
        page.wait_until("the game is there", "return location.pathname.startsWith('/game/')").await?;
        let id = page.script("return location.pathname.split('/').pop()", Vec::new()).await?;
        let state = page.state(id.as_str().context("an id")?).await?;
        assert!(state["seats"][1]["spec"].as_str().is_some_and(|spec| spec.contains(name)), "{}", state["seats"]);
        Ok(())
    })
    .await;
}

/// Whether the set-up offers exactly the evaluators that the catalog has for a game.
const OFFERS_ALL: &str = "const { games } = await (await fetch('/api/catalog')).json(); \
    const id = decodeURIComponent(location.pathname.split('/').pop()); \
    const known = games.find((game) => game.id === id).evaluators.map((one) => one.name); \
    const label = [...document.querySelectorAll('.machine label')].find((one) => one.textContent === 'Evaluator'); \
    const offered = [...label.control.options].map((one) => one.value).filter(Boolean); \
    return known.length > 1 && known.join() === offered.join()";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_evaluator_of_a_game_is_offered() {
    visit("evaluators", Setup::default(), async |page| {
        for game in ["chess", "othello", "connect4", "amazons", "fox-geese"] {
            page.open(&format!("/new/{game}?machine=alphabeta:time=1s")).await?;
            page.wait_until(&format!("all are offered in {game}"), OFFERS_ALL).await?;
        }
        page.open("/new/connect4?machine=alphabeta:time=1s").await?;
        let script = "document.querySelector('section[aria-labelledby=variant-title] input:not(:checked)').click()";
        page.script(script, Vec::new()).await?;
        page.wait_until("the variant is another", "return location.pathname !== '/new/connect4'").await?;
        page.wait_until("all of the variant are offered", OFFERS_ALL).await
    })
    .await;
}
