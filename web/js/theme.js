// Runs before the first paint, so that a chosen theme does not flash in from the other one.
// A plain script, not a module: modules wait for the document.
(() => {
  try {
    const theme = JSON.parse(localStorage.getItem("quevedo.theme") || '"auto"');
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // The theme of the system will do.
  }
})();
