// Answers in place of a table that does not: with one page that holds nothing of any game.
const NAME = "away-{{ release }}";
const KEPT = ["/away", "{{ asset('css/base.css') }}"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((kept) => kept.addAll(KEPT)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name !== NAME));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).catch(() => caches.match("/away")));
  } else if (event.request.url.endsWith(KEPT[1])) {
    event.respondWith(fetch(event.request).catch(() => caches.match(event.request)));
  }
});
