// Links to files that a server would send: here the program writes them.

/** @typedef {(method: string, path: string) => Promise<any>} Ask */

/** @param {Ask} ask */
export function downloads(ask) {
  document.addEventListener("click", async (event) => {
    const link = /** @type {Element} */ (event.target).closest?.("a[download]");
    const path = link?.getAttribute("href");
    if (!path?.startsWith("/api/")) return;
    event.preventDefault();
    const file = new Blob([await ask("GET", path)], { type: "text/plain" });
    const save = document.createElement("a");
    save.href = URL.createObjectURL(file);
    save.download = `quevedo-${path.split("/")[3]}.pgn`;
    save.click();
    setTimeout(() => URL.revokeObjectURL(save.href), 1000);
  });
}
