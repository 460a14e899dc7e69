//! Networks that were loaded, so that the players of a thousand games share one.

use std::any::{Any, TypeId};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use crate::{NetError, WeightFile};

/// Networks that are kept when nobody uses them.
const MOST: usize = 16;

/// Tells one network from another.
#[derive(Clone, PartialEq, Eq)]
struct Key {
    net: TypeId,
    name: String,
    /// When a file on disk was last changed, and how long it was.
    stamp: Option<(SystemTime, u64)>,
}

/// A network, whatever it is.
type Kept = Arc<dyn Any + Send + Sync>;

/// Those that were used last stand at the end.
static NETS: Mutex<Vec<(Key, Kept)>> = Mutex::new(Vec::new());

/// A network that comes with the program.
pub(crate) fn shipped<N: Send + Sync + 'static>(
    name: &str,
    load: impl FnOnce() -> Result<N, NetError>,
) -> Result<Arc<N>, NetError> {
    get(Key { net: TypeId::of::<N>(), name: name.into(), stamp: None }, load)
}

/// The network in a file.
pub(crate) fn from_disk<N: Send + Sync + 'static>(
    path: &Path,
    read: impl FnOnce(WeightFile) -> Result<N, NetError>,
) -> Result<Arc<N>, NetError> {
    let load = || read(WeightFile::load(path)?);
    let stamp = std::fs::metadata(path).and_then(|file| Ok((file.modified()?, file.len())));
    // Whoever cannot be asked for its age is read every time; what is wrong with it shows in the reading.
    let Ok(stamp) = stamp else { return load().map(Arc::new) };
    get(Key { net: TypeId::of::<N>(), name: path.display().to_string(), stamp: Some(stamp) }, load)
}

fn get<N: Send + Sync + 'static>(key: Key, load: impl FnOnce() -> Result<N, NetError>) -> Result<Arc<N>, NetError> {
    // Held while one is loaded, so that it is loaded once.
    let mut nets = NETS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(at) = nets.iter().position(|(known, _)| *known == key)
        && let Ok(net) = Arc::downcast::<N>(Arc::clone(&nets[at].1))
    {
        let used = nets.remove(at);
        nets.push(used);
        return Ok(net);
    }
    let net = Arc::new(load()?);
    if nets.len() == MOST {
        nets.remove(0);
    }
    nets.push((key, Arc::clone(&net) as Kept));
    Ok(net)
}
