//! A Spanish visitor reads every refusal in Spanish.

use quevedo_page_tests::Setup;
use serde_json::{Value, json};

use crate::visit;

/// For every game a text that is no position, and words of the refusal.
const POSITIONS: [(&str, &str, &str); 7] = [
    ("chess", "8/8/8/8/8/8/8/8 w - - 0 1", "un rey por bando"),
    ("othello", "XXOO", "64 casillas"),
    ("connect4", "9", "no se lee como jugada"),
    ("amazons", "10/10 w", "filas unidas por"),
    ("mouse-cats", "8/8/8/8/8/8/8/8 m", "un ratón (M) y 4 gatos (c)"),
    ("hare-hounds", "DDD d 0", "puntos de D, h y -"),
    ("fox-geese", "3/3/7/7/7/3/3 g 0", "un zorro (F) y como mucho"),
];

/// Requests that are refused, with their bodies.
fn refused() -> Vec<(&'static str, &'static str, Value)> {
    let spec = |text: &str| ("POST", "/api/spec", json!({"game": "chess", "spec": text}));
    let seats = json!([{"kind": "human"}, {"kind": "human"}]);
    vec![
        spec("nobody"),
        spec("alphabeta:depht=3"),
        spec("alphabeta:depth=x"),
        spec("alphabeta:depth"),
        spec("alphabeta:depth=3,depth=4"),
        spec("uci:cmd=stockfish"),
        ("GET", "/api/rules/nothing", Value::Null),
        ("POST", "/api/games", json!({"game": "nothing", "seats": seats})),
        ("POST", "/api/games", json!({"game": "chess", "seats": seats, "moves": ["e2e5"]})),
        ("POST", "/api/games", json!({"game": "chess"})),
        ("GET", "/api/games/none", Value::Null),
        ("GET", "/api/tournaments/none", Value::Null),
        ("GET", "/api/nothing", Value::Null),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn positions_are_refused_in_spanish() {
    visit("refused positions", Setup { language: "es", ..Setup::default() }, async |page| {
        for (game, position, words) in POSITIONS {
            let position = position.replace('/', "%2F").replace(' ', "%20");
            page.open(&format!("/new/{game}?position={position}")).await?;
            let problem = page.text(".setup-form .problem").await?;
            assert!(problem.contains(words), "{game}: {problem}");
            let again = page.text(".blocked").await?;
            assert!(!again.contains(words), "{game}: it is said twice: {again}");
        }
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_are_refused_in_the_language_of_the_page() {
    visit("refused requests", Setup { language: "es", ..Setup::default() }, async |page| {
        page.open("/").await?;
        let ask = "const ask = async (language) => { \
                     const body = given[2] === null ? null : JSON.stringify(given[2]); \
                     const headers = { 'content-type': 'application/json', 'accept-language': language }; \
                     const answer = await fetch(given[1], { method: given[0], headers, body }); \
                     if (answer.ok) throw new Error('not refused: ' + given[1]); \
                     return (await answer.json()).message; }; \
                   return [await ask('en'), await ask('es')];";
        for (method, path, body) in refused() {
            let said = page.script(ask, vec![json!(method), json!(path), body.clone()]).await?;
            assert!(said[1].as_str().is_some_and(|text| !text.is_empty()), "{path} {body}: {said}");
            assert_ne!(said[0], said[1], "{path} {body}");
        }
        page.open("/new/nothing").await?;
        assert!(!page.text("main").await?.contains("There is"));
        Ok(())
    })
    .await;
}
