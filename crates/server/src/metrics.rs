//! What the server counts and measures, for Prometheus. No figure says anything about a single visitor.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Metric, Registry};
use tokio::time::Instant;
use tracing::Instrument;

use crate::App;
use crate::app::Shared;
use crate::clients::is_from;
use crate::ids::new_id;
use crate::messages;
use crate::problem::Problem;

const TEXT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Seconds from a millisecond to half a minute.
pub(crate) fn seconds() -> Histogram {
    Histogram::new(exponential_buckets(0.001, 2.0, 16))
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct RequestLabels {
    route: String,
    method: String,
    status: u16,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct RefusalLabels {
    code: &'static str,
}

/// Who made a move.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct MoveLabels {
    by: &'static str,
}

/// What is counted as it happens.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    request_seconds: Histogram,
    refusals: Family<RefusalLabels, Counter>,
    moves: Family<MoveLabels, Counter>,
    /// Text sent to live connections.
    pub(crate) live_bytes: Counter,
    gauges: Gauges,
}

/// What is looked up when somebody asks.
#[derive(Default)]
struct Gauges {
    rooms: Gauge,
    connections: Gauge,
    waiting: Gauge,
    running: Gauge,
    elsewhere: Gauge,
    engine_memory: Gauge,
    engine_memory_max: Gauge,
    resident: Gauge,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut metrics = Self {
            registry: Registry::with_prefix("quevedo"),
            requests: Family::default(),
            request_seconds: seconds(),
            refusals: Family::default(),
            moves: Family::default(),
            live_bytes: Counter::default(),
            gauges: Gauges::default(),
        };
        let (requests, times) = (metrics.requests.clone(), metrics.request_seconds.clone());
        metrics.register("http_requests", "Requests by route, method and status", requests);
        metrics.register("http_request_seconds", "Time to the head of the answer", times);
        metrics.register("refusals", "Requests refused because of a limit, by code", metrics.refusals.clone());
        metrics.register("moves", "Moves of live games, by persons and by machines", metrics.moves.clone());
        metrics.register("live_bytes", "Bytes of text sent to live connections", metrics.live_bytes.clone());
        let Gauges { rooms, connections, waiting, running, elsewhere, engine_memory, engine_memory_max, resident } =
            &metrics.gauges;
        let gauges = [
            ("rooms", "Games that are open", rooms.clone()),
            ("connections", "Live connections", connections.clone()),
            ("searches_waiting", "Searches that wait for a thread", waiting.clone()),
            ("searches_running", "Searches that run", running.clone()),
            ("searches_elsewhere", "Searches that workers have not answered", elsewhere.clone()),
            ("engine_memory_mib", "Memory reserved by engines", engine_memory.clone()),
            ("engine_memory_max_mib", "Memory that engines may keep between moves", engine_memory_max.clone()),
            ("resident_bytes", "Memory of the process; 0 where the system does not say", resident.clone()),
        ];
        for (name, help, gauge) in gauges {
            metrics.register(name, help, gauge);
        }
        metrics
    }
}

impl Metrics {
    /// Adds what another part of the server counts.
    pub(crate) fn register(&mut self, name: &str, help: &str, metric: impl Metric) {
        self.registry.register(name, help, metric);
    }

    /// Counts a move.
    pub(crate) fn count_move(&self, is_machine: bool) {
        self.moves.get_or_create(&MoveLabels { by: if is_machine { "machine" } else { "person" } }).inc();
    }

    fn count_request(&self, route: String, method: String, response: &Response, time: Duration) {
        let status = response.status().as_u16();
        self.requests.get_or_create(&RequestLabels { route, method, status }).inc();
        self.request_seconds.observe(time.as_secs_f64());
        if let Some(code) = response.extensions().get::<Problem>().and_then(Problem::limit_code) {
            self.refusals.get_or_create(&RefusalLabels { code }).inc();
        }
    }

    fn text(&self, app: &App) -> String {
        let (load, memory) = (app.search_pool.load(), app.memory());
        let gauges = &self.gauges;
        let figures = [
            (&gauges.rooms, app.hub.len() as u64),
            (&gauges.connections, app.limits.connections() as u64),
            (&gauges.waiting, load.waiting as u64),
            (&gauges.running, load.running as u64),
            (&gauges.elsewhere, app.workers.as_ref().map_or(0, |workers| workers.waiting() as u64)),
            (&gauges.engine_memory, memory.used()),
            (&gauges.engine_memory_max, memory.max()),
            (&gauges.resident, resident_bytes().unwrap_or(0)),
        ];
        for (gauge, figure) in figures {
            gauge.set(figure as i64);
        }
        let mut text = String::new();
        text::encode(&mut text, &self.registry).expect("a string can be written to");
        text
    }
}

/// The memory of this process, where the system tells it as Linux does.
fn resident_bytes() -> Option<u64> {
    const PAGE: u64 = 4096;
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(pages.split(' ').nth(1)?.parse::<u64>().ok()? * PAGE)
}

/// `/metrics`, for this machine and the networks that the owner of the server names.
pub(crate) fn routes() -> Router<Shared> {
    Router::new().route("/metrics", get(show))
}

async fn show(State(app): State<Arc<App>>, request: Request) -> Response {
    let (extensions, headers) = (request.extensions(), request.headers());
    if !is_from(extensions, headers, &app.trusted_proxies, &app.metrics_networks) {
        return Problem::not_found(messages::not_found()).into_response();
    }
    ([(CONTENT_TYPE, TEXT)], app.metrics.text(&app)).into_response()
}

/// Gives each request an id, which the log and the answer carry, and counts it.
pub(crate) async fn observe(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let begin = Instant::now();
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let method = if is_known(request.method()) { request.method().as_str() } else { "other" };
    let (id, method) = (new_id(), method.to_owned());
    let span = tracing::info_span!("request", id, method, route);
    let mut response = next.run(request).instrument(span.clone()).await;
    let (time, status) = (begin.elapsed(), response.status().as_u16());
    span.in_scope(|| {
        if status >= 500 {
            tracing::warn!(status, ?time, "failed");
        } else {
            tracing::debug!(status, ?time, "answered");
        }
    });
    app.metrics.count_request(route, method, &response, time);
    if let Ok(value) = id.parse() {
        response.headers_mut().insert("x-request-id", value);
    }
    response
}

/// Others would make as many labels as somebody likes.
fn is_known(method: &axum::http::Method) -> bool {
    ["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE"].contains(&method.as_str())
}
