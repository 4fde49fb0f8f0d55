/* global document, localStorage, matchMedia */
// Runs before the first paint. A file of its own, because the content policy allows no inline script.
(() => {
  const read = () => {
    try {
      return localStorage.getItem('theme');
    } catch {
      return null;
    }
  };
  const saved = read();
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = saved === 'light' || saved === 'dark' ? saved : system;
})();
