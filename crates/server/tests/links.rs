//! What a link to a game needs: an address others can reach, a code, a preview, a picture; and the record of a game.

mod common;

use common::{TestServer, config, human, id};
use quevedo_server::Quotas;
use serde_json::json;

#[tokio::test]
async fn a_server_says_where_others_find_it() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let links = ada.get("/api/links").await.json();
    assert_eq!((&links["is_local"], &links["network"]), (&json!(true), &json!([])));
    let code = ada.get("/api/qr.svg?address=http%3A%2F%2F192.168.7.9%3A7700%2Fgame%2Fabc").await;
    assert_eq!((code.status, code.header("content-type")), (200, Some("image/svg+xml")));
    assert!(code.text().starts_with("<svg"));
    let long = format!("/api/qr.svg?address=http://{}", "x".repeat(400));
    for bad in ["/api/qr.svg", "/api/qr.svg?address=javascript:alert(1)", &long] {
        let answer = ada.get(bad).await;
        assert_eq!((answer.status, answer.code().as_str()), (422, "bad_link"), "{bad}");
    }
    server.stop().await;
    let public_url = Some("https://play.example.org".to_owned());
    let open =
        quevedo_server::Config { public_url, listen: "0.0.0.0:0".into(), ..config(data.path(), Quotas::default()) };
    let mut server = TestServer::start_with(open).await;
    server.address = server.address.replace("0.0.0.0", "127.0.0.1");
    let links = server.visitor().get("/api/links").await.json();
    assert_eq!((&links["is_local"], &links["public_url"]), (&json!(false), &json!("https://play.example.org")));
    assert!(links["network"].as_array().unwrap().iter().all(|link| !link.as_str().unwrap().contains("127.0.0.1")));
    server.stop().await;
}

#[tokio::test]
async fn a_link_has_a_preview_and_a_picture() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let seats = json!([{"kind": "human", "name": "<Ada> & \"Co\""}, human()]);
    let game = id(&ada.create(json!({"game": "chess", "seats": seats, "moves": ["e4"]})).await);
    let page = ada.get(&format!("/game/{game}")).await;
    let tag = |name: &str| format!("<meta property=\"{name}\" content=\"");
    assert!(
        page.text().contains(&format!("{}Chess: &lt;Ada&gt; &amp; &quot;Co&quot; – somebody\"", tag("og:title"))),
        "{}",
        page.text()
    );
    assert!(page.text().contains(&format!("{}Moves played: 1. To move: Black.\"", tag("og:description"))));
    let origin = format!("http://{}", server.address);
    assert!(page.text().contains(&format!("{}{origin}/api/games/{game}/picture.svg\"", tag("og:image"))));
    let spanish = ada.with("accept-language", "es").get(&format!("/game/{game}")).await;
    assert!(spanish.text().contains("Turno: Negras"));
    assert!(!ada.get("/game/nothing").await.text().contains("og:title"));
    let picture = ada.get(&format!("/api/games/{game}/picture.svg")).await;
    assert_eq!(picture.header("cross-origin-resource-policy"), Some("cross-origin"));
    assert_eq!(picture.text().matches("r=\"24\"").count(), 32);
    let start = ada.get(&format!("/api/games/{game}/picture.svg?ply=0")).await;
    assert_ne!(picture.text(), start.text());
    assert_eq!(page.header("cross-origin-resource-policy"), Some("same-origin"), "the page itself stays closed");
    server.stop().await;
}

#[tokio::test]
async fn a_record_names_its_players_and_its_clock() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let seats = json!([human(), common::machine("easy")]);
    let untimed = id(&ada.create(json!({"game": "chess", "seats": seats})).await);
    let record = ada.get(&format!("/api/games/{untimed}/record")).await;
    for tag in ["[White \"Anonymous\"]", "[Black \"easy\"]", "[BlackType \"program\"]", "[TimeControl \"-\"]"] {
        assert!(record.text().contains(tag), "{tag}: {}", record.text());
    }
    let clock = json!({"base_ms": 300_000, "increment_ms": 2500});
    let timed = id(&ada.create(json!({"game": "chess", "seats": [human(), human()], "clock": clock})).await);
    let record = ada.get(&format!("/api/games/{timed}/record")).await;
    assert!(record.text().contains("[TimeControl \"300+2.5\"]"), "{}", record.text());
    server.stop().await;
}
