//! Bodies of requests, with our own messages for what is wrong with them.

use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::Problem;
use crate::messages;

/// Reads the JSON body of a request.
pub fn read_body<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let body = serde_path_to_error::deserialize(&mut json).map_err(|error| explain(&error))?;
    json.end().map_err(|error| bad_json(&error))?;
    Ok(body)
}

fn explain(error: &serde_path_to_error::Error<serde_json::Error>) -> Problem {
    if error.inner().classify() != Category::Data {
        return bad_json(error.inner());
    }
    let message = match error.path().to_string() {
        path if path == "." => messages::bad_fields(),
        path => messages::bad_field(path),
    };
    Problem::unprocessable(message).with_detail(error)
}

fn bad_json(error: &serde_json::Error) -> Problem {
    Problem::bad_request(messages::bad_json(error.line(), error.column())).with_detail(error)
}
