/* global window */
// Replaced by the server that serves the built pages; this one serves development.
window.__STUDIOLO__ = { apiUrl: 'http://localhost:3000' };
