import drawing from './studiolo-drawing.svg';

/** The room that the product is named after, in the colours of the place where it hangs. */
export function StudioloDrawing() {
  return (
    <svg viewBox="0 0 480 620">
      <use href={`${drawing}#room`} />
    </svg>
  );
}
