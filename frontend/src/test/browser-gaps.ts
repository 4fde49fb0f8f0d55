/** What jsdom lacks and the components use. */

import { File } from 'node:buffer';

class NoResizes {
  observe(): void {
    // Sizes do not change here.
  }
  unobserve(): void {
    // See above.
  }
  disconnect(): void {
    // See above.
  }
}

/** Here it is that of Node, which knows no forms. React makes one of each submitted form and only passes it on. */
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

Object.assign(window, {
  FormData: PageFormData,
  // Of the same family as FormData.
  File,
  matchMedia,
  scrollTo: nothing,
  ResizeObserver: NoResizes,
  // Nothing comes into view here, so that no thumbnails are fetched.
  IntersectionObserver: NoResizes,
});
Object.assign(Element.prototype, {
  scrollIntoView: nothing,
  hasPointerCapture: () => false,
  setPointerCapture: nothing,
  releasePointerCapture: nothing,
});

export {};
