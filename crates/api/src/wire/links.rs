//! Where others find this server.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

/// Where others find this server.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Links {
    /// The address that the owner of the server gave, without a slash at the end.
    pub public_url: Option<String>,
    /// The addresses of this machine in its networks, without a slash at the end; none if it listens to itself only.
    pub network: Vec<String>,
    /// Whether it listens to this machine only, so that nobody else can come.
    pub is_local: bool,
}
