// Over HTTPS a worker answers while the table does not. It keeps one page and nothing of any game.

export function startOffline() {
  if (location.protocol !== "https:" || !navigator.serviceWorker) return;
  // Refused where the certificate is not trusted: then the tablet does without.
  navigator.serviceWorker.register("/worker.js").catch(() => {});
}
