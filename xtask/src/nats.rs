//! The server that the tests of the queue need. They are not left out without it: what many machines do together is
//! only true if it is tried.

use std::path::Path;

use anyhow::{Result, bail};

use crate::shell::{program, succeeds};
use crate::tools::{install, is_debian_root};

const SERVER: &str = "nats-server";
/// Where Debian puts it, which is not on everybody's path.
const DEBIAN_PLACE: &str = "/usr/sbin/nats-server";

/// Finds the server, or installs it where we may.
pub(crate) fn ensure() -> Result<()> {
    if is_there() || (is_debian_root() && install(&[SERVER]) && is_there()) {
        return Ok(());
    }
    bail!(
        "no {SERVER} here, which the tests of the queue need. On Debian or Ubuntu: sudo apt-get install {SERVER}; \
         elsewhere put the program of https://github.com/nats-io/nats-server/releases on the path"
    );
}

fn is_there() -> bool {
    succeeds(&mut program(SERVER, &["--version"])) || Path::new(DEBIAN_PLACE).is_file()
}
