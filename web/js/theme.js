// Runs before the first paint, so that a chosen theme does not flash in from the other one.
// A plain script, not a module: modules wait for the document.
(() => {
  try {
    const root = document.documentElement;
    // An embedded board is as the address says.
    const named = root.hasAttribute("data-embed") ? new URLSearchParams(location.search).get("theme") : null;
    const theme = named || JSON.parse(localStorage.getItem("quevedo.theme") || '"auto"');
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // The theme of the system will do.
  }
})();
