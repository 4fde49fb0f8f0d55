/**
 * What stands at the lower edge of the window. Each part tells the style sheets its height, by which they stack the parts;
 * the page gets as much room at its end as they cover, and what has the focus is kept above them.
 */
type Part = 'offline' | 'tray' | 'selection' | 'toasts';

const parts = new Map<Part, HTMLElement>();
let room = 0;

const setLength = (name: string, px: number) =>
  document.documentElement.style.setProperty(`--${name}`, `${px}px`);

function heightWithMargin(part: HTMLElement): number {
  const below = Number.parseFloat(getComputedStyle(part).marginBottom);
  return part.getBoundingClientRect().height + below;
}

function covered(): number {
  const tops = [...parts.values()].map((part) => part.getBoundingClientRect().top);
  return window.innerHeight - Math.min(window.innerHeight, ...tops);
}

/** Takes room away only where that moves nothing: the browser would scroll back somebody who is at the page's end. */
function setRoom(): void {
  const needed = covered();
  const { scrollHeight } = document.documentElement;
  const end = scrollHeight - Math.max(0, room - needed);
  if (needed < room && window.scrollY > 0 && window.scrollY + window.innerHeight > end) {
    window.addEventListener('scroll', setRoom, { once: true });
    return;
  }
  room = needed;
  setLength('foot-room', room);
}

function showFocused(): void {
  const focused = document.activeElement;
  if (!focused?.matches(':focus-visible')) return;
  if ([...parts.values()].some((part) => part.contains(focused))) return;
  const { top, bottom } = focused.getBoundingClientRect();
  const edge = window.innerHeight - covered();
  if (bottom > edge && top < window.innerHeight) focused.scrollIntoView({ block: 'nearest' });
}

function arrange(): void {
  setLength('foot-height', covered());
  setRoom();
  showFocused();
}

/** A `ref` for an element at the lower edge, which makes room for it as long as it is there. */
export const atWindowFoot = (name: Part) => (element: HTMLElement | null) => {
  if (!element) return undefined;
  parts.set(name, element);
  const observer = new ResizeObserver(() => {
    setLength(`${name}-height`, heightWithMargin(element));
    arrange();
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    parts.delete(name);
    setLength(`${name}-height`, 0);
    arrange();
  };
};
