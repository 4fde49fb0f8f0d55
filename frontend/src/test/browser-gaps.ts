/** What the components use and jsdom lacks. */

import { File } from 'node:buffer';

class NoResizes {
  observe(): void {
    // Sizes do not change in jsdom.
  }
  unobserve(): void {
    // See above.
  }
  disconnect(): void {
    // See above.
  }
}

/** Node's FormData, which does not accept forms. React creates one of each submitted form and only passes it on. */
class PageFormData extends FormData {
  constructor(_form?: HTMLFormElement) {
    super();
  }
}

const nothing = () => undefined;

function matchMedia(query: string) {
  return Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: nothing,
    removeListener: nothing,
  });
}

Object.assign(document, { fonts: { ready: Promise.resolve() } });
Object.assign(window, {
  FormData: PageFormData,
  // Node's File, which Node's FormData needs.
  File,
  matchMedia,
  scrollTo: nothing,
  ResizeObserver: NoResizes,
  // Nothing comes into view, so that no thumbnails are fetched.
  IntersectionObserver: NoResizes,
});
Object.assign(Element.prototype, {
  scrollIntoView: nothing,
  hasPointerCapture: () => false,
  setPointerCapture: nothing,
  releasePointerCapture: nothing,
});

export {};
