//! Wrong requests to every operation of the API are answered as its description says. The soak has schemathesis do this for
//! longer, and with requests that are right.

mod common;

use common::{Answer, TestServer, Visitor};
use serde_json::Value;

/// What stands where a path has names.
const NAMES: [&str; 4] = ["none", "%FF", "-1", "chess"];
const BODIES: [&str; 6] =
    ["", "{", "[]", "{\"game\": 5}", "{\"game\": \"nothing\"}", "{\"game\": \"chess\", \"position\": \"\"}"];

/// The path with a name in place of each of its parameters.
fn fill(path: &str, name: &str) -> String {
    let part = |part: &str| if part.contains('{') { name.to_owned() } else { part.to_owned() };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

fn check(operation: &Value, answer: &Answer, what: &str) {
    let described = &operation["responses"][answer.status.to_string()];
    assert!(answer.status < 500 && !described.is_null(), "{what}: {} {}", answer.status, answer.text());
    if answer.status >= 400 {
        let kind = answer.header("content-type").unwrap_or_default();
        assert!(kind.starts_with("application/json"), "{what}: {kind}");
        assert!(answer.json()["message"].is_string() && !answer.code().is_empty(), "{what}: {}", answer.text());
    }
}

async fn try_operation(ada: &mut Visitor, method: &str, path: &str, operation: &Value) -> usize {
    let names = if path.contains('{') { &NAMES[..] } else { &NAMES[..1] };
    let bodies = if operation["requestBody"].is_null() { &BODIES[..1] } else { &BODIES[..] };
    for name in names {
        for body in bodies {
            let path = fill(path, name);
            let answer = ada.request(&method.to_uppercase(), &path, body.as_bytes()).await;
            check(operation, &answer, &format!("{method} {path} {body}"));
        }
    }
    names.len() * bodies.len()
}

#[tokio::test]
async fn wrong_requests_are_answered_as_described() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = server.visitor();
    let description = serde_json::to_value(quevedo_server::openapi()).unwrap();
    let mut count = 0;
    for (path, operations) in description["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            count += try_operation(&mut ada, method, path, operation).await;
        }
    }
    assert!(count > 250, "{count} requests");
    server.stop().await;
}
