// What is kept between visits: games, reviews, a name. In IndexedDB; where that is forbidden, as long as the page lives.

const NAME = "quevedo";
const STORE = "kept";

/** @returns {Promise<IDBDatabase>} */
const database = () =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });

/** @type {Promise<IDBDatabase | null>} */
const opened = database().catch(() => null);

/** Everything that was kept. @returns {Promise<object[]>} */
export async function loadStored() {
  const known = await opened;
  if (!known) return [];
  return new Promise((resolve) => {
    const all = known.transaction(STORE).objectStore(STORE).getAll();
    all.onsuccess = () => resolve(all.result);
    all.onerror = () => resolve([]);
  });
}

/** @param {any[]} changes */
export async function store(changes) {
  const known = await opened;
  if (!known) return;
  const kept = known.transaction(STORE, "readwrite").objectStore(STORE);
  for (const change of changes) kept.put(change, `${change.kind} ${change.id}`);
}
