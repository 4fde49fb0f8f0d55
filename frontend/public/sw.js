/* global self, caches */
// Keeps one page, which says that there is no connection. Nothing of anybody's work is kept, and only the opening of a
// page passes through here.
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
