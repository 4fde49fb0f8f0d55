/* global window */
// For development. The server of the built pages answers with its own version.
window.__STUDIOLO__ = { apiUrl: 'http://localhost:3000' };
