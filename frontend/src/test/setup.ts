import '@testing-library/jest-dom';

import { cleanup, configure } from '@testing-library/react';

import { server } from './server';

configure({ asyncUtilTimeout: 5000 });

// What jsdom lacks and the components use.
window.matchMedia ??= (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.releasePointerCapture ??= () => undefined;
window.ResizeObserver ??= class {
  observe() {
    /* sizes do not change here */
  }
  unobserve() {
    /* see above */
  }
  disconnect() {
    /* see above */
  }
};

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
});

afterEach(() => {
  cleanup();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  delete document.documentElement.dataset.theme;
});

afterAll(() => {
  server.close();
});
