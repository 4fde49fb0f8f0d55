/* global self, caches */
// Caches a page that says that there is no connection, with its style and logo, and no data of any user. All other
// requests pass by.
const CACHE = 'offline-1';
const PAGE = '/offline.html';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll([PAGE, '/offline.css', '/logo.svg'])),
  );
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const isOld = (name) => name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const isOwn = ['/offline.css', '/logo.svg'].includes(new URL(request.url).pathname);
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => caches.match(PAGE)));
  } else if (isOwn) {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});
