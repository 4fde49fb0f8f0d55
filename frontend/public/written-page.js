/* global document, localStorage, location, MutationObserver, navigator, sessionStorage */
// Runs before the first paint of a document into which the build wrote a page (`build-tools/written-pages.ts`).
(() => {
  const { dataset } = document.documentElement;

  const attempt = (read) => {
    try {
      return read();
    } catch {
      // Site data is blocked, or not what the application writes.
      return null;
    }
  };

  // The page is written as users or guests see it at its plain address. Who would see something else, or what the tab
  // keeps, sees the spinner until the code is there.
  const KEPT = ['session-ended', 'drafts', 'typed-sign-up'];
  const user = attempt(
    () => localStorage.getItem('token') && JSON.parse(localStorage.getItem('user')),
  );
  const isPlain = attempt(
    () => location.search === '' && KEPT.every((key) => sessionStorage.getItem(key) === null),
  );
  if (dataset.writtenFor !== (user ? 'user' : 'guest') || !isPlain) dataset.waits = '';

  const fillIn = ({ name = '', email = '' }) => {
    const initial = [...name.trim()][0]?.toUpperCase() ?? '';
    const key = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
    const texts = { name, email, initial, key };
    for (const place of document.querySelectorAll('[data-known]')) {
      const text = texts[place.dataset.known];
      if (place.textContent !== text) place.textContent = text;
    }
  };
  if (user) {
    // While the document arrives, it is painted in pieces: each has its texts before that.
    const arriving = new MutationObserver(() => fillIn(user));
    arriving.observe(document, { childList: true, subtree: true });
    const end = () => {
      fillIn(user);
      arriving.disconnect();
    };
    document.addEventListener('readystatechange', end, { once: true });
  }

  // Buttons work once the code is there, which presses the last one again (`src/app/start-app.tsx`). The browser itself
  // would send a form by putting what was typed into the address.
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (!button || !dataset.writtenFor) return;
    event.preventDefault();
    for (const before of document.querySelectorAll('[data-pressed]')) delete before.dataset.pressed;
    button.dataset.pressed = '';
  });
})();
