/** What the components use and jsdom lacks. */

import { File } from 'node:buffer';

/** Node's FormData, which does not accept forms. React creates one of each submitted form and only passes it on. */
class PageFormData extends FormData {
  constructor(_form?: HTMLFormElement) {
    super();
  }
}

const nothing = () => undefined;

/** Sizes do not change in jsdom, and nothing comes into view, so that no thumbnails are fetched. */
class SilentObserver {
  observe = nothing;
  unobserve = nothing;
  disconnect = nothing;
}

function matchMedia(query: string) {
  return Object.assign(new EventTarget(), {
    matches: false,
    media: query,
  });
}

Object.assign(window, {
  FormData: PageFormData,
  // Node's File, which Node's FormData needs.
  File,
  matchMedia,
  scrollTo: nothing,
  requestIdleCallback: (work: () => void) => setTimeout(work),
  ResizeObserver: SilentObserver,
  IntersectionObserver: SilentObserver,
});
Object.assign(Element.prototype, {
  scrollIntoView: nothing,
  hasPointerCapture: () => false,
  setPointerCapture: nothing,
});
