/** What jsdom lacks and the components use. */

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

Object.assign(window, { matchMedia, scrollTo: nothing, ResizeObserver: NoResizes });
Object.assign(Element.prototype, {
  scrollIntoView: nothing,
  hasPointerCapture: () => false,
  setPointerCapture: nothing,
  releasePointerCapture: nothing,
});

export {};
