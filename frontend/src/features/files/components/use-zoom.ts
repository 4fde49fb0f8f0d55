import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

import { useWindowEvent } from '../../../lib/state/use-window-event';

/** Other previews, such as a text, scroll instead. */
const PICTURE = 'img[data-zoomable]';

interface Point {
  x: number;
  y: number;
}

/** Where a zoomed picture is drawn in its stage, in pixels of the page. */
interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How far the picture's centre is from the stage's, in pixels, and its scale: 1 shows the whole picture. */
interface View extends Point {
  scale: number;
  box: Box | null;
}

const WHOLE: View = { scale: 1, x: 0, y: 0, box: null };
const MAX_SCALE = 8;
/** A pointer that moves less was pressed, not dragged. */
const PRESS_PX = 8;
const SWIPE_PX = 60;

const between = (least: number, value: number, most: number) =>
  Math.min(Math.max(value, least), most);

/** The part of a stage in which a whole picture is shown: without its padding. */
function roomOf(stage: HTMLElement): Box {
  const { paddingTop, paddingBottom } = getComputedStyle(stage);
  const top = parseFloat(paddingTop) || 0;
  const height = stage.clientHeight - top - (parseFloat(paddingBottom) || 0);
  return { left: 0, top, width: stage.clientWidth, height };
}

const centreOf = ({ left, top, width, height }: Box): Point => ({
  x: left + width / 2,
  y: top + height / 2,
});

/** A point of the window as seen from the centre of the stage; without one, the centre. */
function fromCentre(stage: HTMLElement, at: Point | undefined): Point {
  if (!at) return { x: 0, y: 0 };
  const { left, top } = stage.getBoundingClientRect();
  const centre = centreOf(roomOf(stage));
  return { x: at.x - left - centre.x, y: at.y - top - centre.y };
}

/** The scale at which the whole picture is shown; at most 1. */
function fitOf({ naturalWidth, naturalHeight }: HTMLImageElement, stage: HTMLElement): number {
  const { width, height } = roomOf(stage);
  return Math.min(1, width / naturalWidth, height / naturalHeight);
}

/** The scale at which one pixel of the picture is one pixel of the screen; at least 1. */
function actualScale(picture: HTMLImageElement, stage: HTMLElement): number {
  return Math.max(1, 1 / fitOf(picture, stage) / window.devicePixelRatio);
}

/** Pixels of a picture are sharp only where its edges lie between pixels of the screen. */
const onPixel = (px: number) => Math.round(px * window.devicePixelRatio) / window.devicePixelRatio;

/** Keeps the picture's edges outside of the stage, or the picture in its centre. */
function placed({ scale, x, y }: Omit<View, 'box'>, stage: HTMLElement, picture: HTMLImageElement) {
  if (scale === 1) return WHOLE;
  const shown = fitOf(picture, stage) * scale;
  const [width, height] = [picture.naturalWidth * shown, picture.naturalHeight * shown];
  const roomX = Math.max(0, (width - stage.clientWidth) / 2);
  const roomY = Math.max(0, (height - stage.clientHeight) / 2);
  const at = { x: between(-roomX, x, roomX), y: between(-roomY, y, roomY) };
  const centre = centreOf(roomOf(stage));
  const left = onPixel(centre.x + at.x - width / 2);
  const top = onPixel(centre.y + at.y - height / 2);
  return { scale, ...at, box: { left, top, width, height } };
}

interface Gestures {
  canPress: boolean;
  onPress: (at: Point) => void;
  onDrag: (by: Point) => void;
  onPinch: (factor: number, at: Point) => void;
  onSwipe: (steps: 1 | -1) => void;
}

function spreadOf(pointers: ReadonlyMap<number, Point>): number {
  const [one, two] = [...pointers.values()];
  return one && two ? Math.hypot(one.x - two.x, one.y - two.y) : 0;
}

/** Event handlers that tell presses, drags, pinches and swipes on the picture of a stage apart. */
function useGestures({ canPress, onPress, onDrag, onPinch, onSwipe }: Gestures) {
  const pointers = useRef(new Map<number, Point>());
  const start = useRef<Point>({ x: 0, y: 0 });
  const gesture = useRef<'press' | 'drag' | 'pinch'>('press');
  return {
    onPointerDown: (event: PointerEvent) => {
      const { pointerId, clientX: x, clientY: y } = event;
      if (event.button !== 0 || !(event.target as Element).matches(PICTURE)) return;
      event.currentTarget.setPointerCapture(pointerId);
      pointers.current.set(pointerId, { x, y });
      // A pinch stays one until the last finger is lifted.
      const isFirst = pointers.current.size === 1;
      gesture.current = isFirst ? (canPress ? 'press' : 'drag') : 'pinch';
      if (isFirst) start.current = { x, y };
    },
    onPointerMove: ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
      const before = pointers.current.get(pointerId);
      if (!before) return;
      const spread = spreadOf(pointers.current);
      pointers.current.set(pointerId, { x, y });
      const isFar = Math.hypot(x - start.current.x, y - start.current.y) > PRESS_PX;
      if (gesture.current === 'press' && isFar) gesture.current = 'drag';
      if (spread > 0) onPinch(spreadOf(pointers.current) / spread, { x, y });
      else onDrag({ x: x - before.x, y: y - before.y });
    },
    onPointerUp: ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
      if (!pointers.current.delete(pointerId) || gesture.current === 'pinch') return;
      const [across, down] = [x - start.current.x, y - start.current.y];
      const isSwipe = Math.abs(across) > Math.max(SWIPE_PX, Math.abs(down));
      if (gesture.current === 'press') onPress({ x, y });
      else if (isSwipe) onSwipe(across < 0 ? 1 : -1);
    },
    onPointerCancel: ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId),
  };
}

/** Zooms the picture of a stage: by press, wheel and pinch, and moves it by drag. A swipe goes to another file. */
export function useZoom(onSwipe: (steps: 1 | -1) => void, canPress = true) {
  const ref = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(WHOLE);

  const change = (
    next: (before: View, stage: HTMLElement, actual: number) => Omit<View, 'box'>,
  ) => {
    const stage = ref.current;
    const picture = stage?.querySelector<HTMLImageElement>(PICTURE);
    if (!stage || !picture) return;
    const actual = actualScale(picture, stage);
    setView((before) => placed(next(before, stage, actual), stage, picture));
  };
  /** Changes the scale. What is at a point of the window, or in the centre, stays where it is. */
  const zoom = (scaleOf: (before: number, actual: number) => number, at?: Point) =>
    change((before, stage, actual) => {
      const scale = between(1, scaleOf(before.scale, actual), Math.max(MAX_SCALE, actual));
      const by = scale / before.scale;
      const { x, y } = fromCentre(stage, at);
      return { scale, x: x - (x - before.x) * by, y: y - (y - before.y) * by };
    });
  const zoomBy = (factor: number, at: Point) => zoom((before) => before * factor, at);
  const toggle = (at?: Point) => zoom((before, actual) => (before === 1 ? actual : 1), at);

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!ref.current?.querySelector(PICTURE)) return;
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY / 400), { x: event.clientX, y: event.clientY });
  });
  useEffect(() => {
    const stage = ref.current;
    // React would add a passive listener, which cannot keep the page from scrolling.
    stage?.addEventListener('wheel', onWheel, { passive: false });
    return () => stage?.removeEventListener('wheel', onWheel);
  }, []);
  // Turning a phone shows the whole picture again.
  useWindowEvent('resize', () => setView(WHOLE));
  const gestures = useGestures({
    canPress,
    onPress: toggle,
    onDrag: (by) => change((before) => ({ ...before, x: before.x + by.x, y: before.y + by.y })),
    onPinch: zoomBy,
    onSwipe: (steps) => {
      if (view.scale === 1) onSwipe(steps);
    },
  });
  return { view, toggle, stageProps: { ref, ...gestures } };
}
