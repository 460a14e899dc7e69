//! The network cache: the players of a thousand games share one copy of a network.

use std::any::{Any, TypeId};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use crate::{NetError, WeightFile};

/// Networks that the cache keeps when they are not in use.
const CAPACITY: usize = 16;

/// Identifies a network.
#[derive(Clone, PartialEq, Eq)]
struct Key {
    net: TypeId,
    name: String,
    /// When a file on disk was last modified, and its length.
    version: Option<(SystemTime, u64)>,
}

type CachedNet = Arc<dyn Any + Send + Sync>;

/// The least recently used first.
static CACHE: Mutex<Vec<(Key, CachedNet)>> = Mutex::new(Vec::new());

/// An embedded network.
pub(crate) fn embedded<N: Send + Sync + 'static>(
    name: &str,
    load: impl FnOnce() -> Result<N, NetError>,
) -> Result<Arc<N>, NetError> {
    get_typed(name.into(), None, load)
}

/// The network of a file. It is read again when the file has changed.
pub(crate) fn from_disk<N: Send + Sync + 'static>(
    path: &Path,
    read: impl FnOnce(WeightFile) -> Result<N, NetError>,
) -> Result<Arc<N>, NetError> {
    let load = || read(WeightFile::load(path)?);
    let version = std::fs::metadata(path).and_then(|file| Ok((file.modified()?, file.len())));
    // A file without a time of modification is read every time. If it cannot be read, loading says why.
    let Ok(version) = version else { return load().map(Arc::new) };
    get_typed(path.display().to_string(), Some(version), load)
}

fn get_typed<N: Send + Sync + 'static>(
    name: String,
    version: Option<(SystemTime, u64)>,
    load: impl FnOnce() -> Result<N, NetError>,
) -> Result<Arc<N>, NetError> {
    let mut load = Some(load);
    let mut load = || Ok(Arc::new(load.take().expect("it is loaded once")()?) as CachedNet);
    let net = get(Key { net: TypeId::of::<N>(), name, version }, &mut load)?;
    Ok(Arc::downcast(net).expect("the key says its type"))
}

fn get(key: Key, load: &mut dyn FnMut() -> Result<CachedNet, NetError>) -> Result<CachedNet, NetError> {
    // Locked while a network is loaded, so that it is loaded once.
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(index) = cache.iter().position(|(known, _)| *known == key) {
        let used = cache.remove(index);
        let net = Arc::clone(&used.1);
        cache.push(used);
        return Ok(net);
    }
    let net = load()?;
    if cache.len() == CAPACITY {
        cache.remove(0);
    }
    cache.push((key, Arc::clone(&net)));
    Ok(net)
}
