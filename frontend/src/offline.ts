// The script of the page that a browser without a connection shows in place of any other: the address is still theirs.
window.addEventListener('online', () => window.location.reload());
