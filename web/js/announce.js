// Speaking to people who listen to the page.

/**
 * Says a message through the live region of the page; an urgent one interrupts.
 * The same words twice are said twice: the region is emptied in between.
 * @param {string} message
 * @param {{ urgent?: boolean }} [how]
 */
export function announce(message, { urgent = false } = {}) {
  const region = document.getElementById(urgent ? "live-urgent" : "live");
  if (!region) return;
  region.textContent = "";
  setTimeout(() => {
    region.textContent = message;
  }, 60);
}
