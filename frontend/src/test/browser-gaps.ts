/** What the components use and jsdom lacks. */

import { File } from 'node:buffer';

/** Node's FormData, which can be sent, with what was typed into a form: Node's own accepts none. */
class PageFormData extends FormData {
  constructor(form?: HTMLFormElement) {
    super();
    for (const field of form?.querySelectorAll<HTMLInputElement>('input[name]') ?? [])
      if (field.type !== 'checkbox' || field.checked) this.append(field.name, field.value);
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
