import { useEffect, useEffectEvent, useRef, useState } from 'react';

interface View {
  /** 1 shows the whole picture. */
  scale: number;
  /** How far the picture's centre is from the stage's, in pixels. */
  x: number;
  y: number;
}

const WHOLE: View = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 8;
/** A pointer that moves less was pressed, not dragged. */
const PRESS_PX = 8;
const SWIPE_PX = 60;

const between = (least: number, value: number, most: number) =>
  Math.min(Math.max(value, least), most);

function centreOf(stage: HTMLElement) {
  const { left, top, width, height } = stage.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** The scale at which the whole picture is shown; at most 1. */
function fitOf({ naturalWidth, naturalHeight, offsetWidth, offsetHeight }: HTMLImageElement) {
  return Math.min(1, offsetWidth / naturalWidth, offsetHeight / naturalHeight);
}

/** The scale at which one pixel of the picture is one pixel of the screen; at least 1. */
function actualScale(picture: HTMLImageElement): number {
  return between(1, 1 / fitOf(picture) / window.devicePixelRatio, MAX_SCALE);
}

/** Keeps the picture's edges outside of the stage, or the picture in its centre. */
function bounded(view: View, stage: HTMLElement, picture: HTMLImageElement): View {
  const scale = between(1, view.scale, MAX_SCALE);
  const shown = fitOf(picture) * scale;
  const roomX = Math.max(0, (picture.naturalWidth * shown - stage.clientWidth) / 2);
  const roomY = Math.max(0, (picture.naturalHeight * shown - stage.clientHeight) / 2);
  if (scale === 1) return WHOLE;
  return { scale, x: between(-roomX, view.x, roomX), y: between(-roomY, view.y, roomY) };
}

interface Point {
  x: number;
  y: number;
}

interface Gestures {
  picture: HTMLImageElement | null;
  isWhole: boolean;
  onPress: (at: Point) => void;
  onDrag: (by: Point) => void;
  onZoom: (factor: number, at: Point) => void;
  onSwipe: (steps: 1 | -1) => void;
}

function spreadOf(pointers: ReadonlyMap<number, Point>): number {
  const [one, two] = [...pointers.values()];
  return one && two ? Math.hypot(one.x - two.x, one.y - two.y) : 0;
}

function listen<Type extends keyof HTMLElementEventMap>(
  element: HTMLElement,
  type: Type,
  listener: (event: HTMLElementEventMap[Type]) => void,
): () => void {
  element.addEventListener(type, listener, { passive: false });
  return () => element.removeEventListener(type, listener);
}

/** Tells presses, drags, swipes and pinches on an element apart. Returns a function that stops it. */
function readGestures(stage: HTMLElement, gestures: () => Gestures): () => void {
  const pointers = new Map<number, Point>();
  let start: Point = { x: 0, y: 0 };
  let isPress = false;
  const onDown = ({ button, target, pointerId, clientX: x, clientY: y }: PointerEvent) => {
    if (button !== 0 || target !== gestures().picture) return;
    stage.setPointerCapture(pointerId);
    pointers.set(pointerId, { x, y });
    start = { x, y };
    isPress = pointers.size === 1;
  };
  const onMove = ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
    const before = pointers.get(pointerId);
    if (!before) return;
    const spread = spreadOf(pointers);
    pointers.set(pointerId, { x, y });
    if (Math.hypot(x - start.x, y - start.y) > PRESS_PX) isPress = false;
    if (spread > 0) gestures().onZoom(spreadOf(pointers) / spread, { x, y });
    else gestures().onDrag({ x: x - before.x, y: y - before.y });
  };
  const onUp = ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
    const isLast = pointers.delete(pointerId) && pointers.size === 0;
    const [across, down] = [x - start.x, y - start.y];
    const isSwipe = Math.abs(across) > Math.max(SWIPE_PX, Math.abs(down));
    if (isPress) gestures().onPress({ x, y });
    else if (isLast && isSwipe && gestures().isWhole) gestures().onSwipe(across < 0 ? 1 : -1);
    isPress = false;
  };
  const onWheel = (event: WheelEvent) => {
    if (!gestures().picture) return;
    event.preventDefault();
    gestures().onZoom(Math.exp(-event.deltaY / 400), { x: event.clientX, y: event.clientY });
  };
  const stops = [
    listen(stage, 'pointerdown', onDown),
    listen(stage, 'pointermove', onMove),
    listen(stage, 'pointerup', onUp),
    listen(stage, 'pointercancel', ({ pointerId }) => pointers.delete(pointerId)),
    listen(stage, 'wheel', onWheel),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Zooms the picture of a stage: by press, wheel and pinch, and moves it by drag. A swipe goes to another file. */
export function useZoom(onSwipe: (steps: 1 | -1) => void) {
  const stage = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(WHOLE);
  const picture = () =>
    stage.current?.querySelector<HTMLImageElement>('img[data-zoomable]') ?? null;
  const show = (next: View) => {
    const shown = picture();
    if (stage.current && shown) setView(bounded(next, stage.current, shown));
  };
  const zoomTo = (scale: number, at?: Point) => {
    if (!stage.current) return;
    const centre = centreOf(stage.current);
    const [x, y] = at ? [at.x - centre.x, at.y - centre.y] : [0, 0];
    const by = between(1, scale, MAX_SCALE) / view.scale;
    show({ scale, x: x - (x - view.x) * by, y: y - (y - view.y) * by });
  };
  const toggle = (at?: Point) => {
    const shown = picture();
    if (shown) zoomTo(view.scale === 1 ? actualScale(shown) : 1, at);
  };
  const gestures = useEffectEvent((): Gestures => ({
    picture: picture(),
    isWhole: view.scale === 1,
    onPress: toggle,
    onDrag: (by) => show({ ...view, x: view.x + by.x, y: view.y + by.y }),
    onZoom: (factor, at) => zoomTo(view.scale * factor, at),
    onSwipe,
  }));
  useEffect(() => {
    if (!stage.current) return undefined;
    return readGestures(stage.current, () => gestures());
  }, []);
  return { stage, view, toggle };
}
