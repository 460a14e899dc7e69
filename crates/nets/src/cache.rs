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
    get(Key { net: TypeId::of::<N>(), name: name.into(), version: None }, load)
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
    get(Key { net: TypeId::of::<N>(), name: path.display().to_string(), version: Some(version) }, load)
}

fn get<N: Send + Sync + 'static>(key: Key, load: impl FnOnce() -> Result<N, NetError>) -> Result<Arc<N>, NetError> {
    // Locked while a network is loaded, so that it is loaded once.
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(index) = cache.iter().position(|(known, _)| *known == key)
        && let Ok(net) = Arc::downcast::<N>(Arc::clone(&cache[index].1))
    {
        let used = cache.remove(index);
        cache.push(used);
        return Ok(net);
    }
    let net = Arc::new(load()?);
    if cache.len() == CAPACITY {
        cache.remove(0);
    }
    cache.push((key, Arc::clone(&net) as CachedNet));
    Ok(net)
}
