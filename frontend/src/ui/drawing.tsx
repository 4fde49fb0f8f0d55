import type { ComponentProps } from 'react';

interface DrawingProps extends ComponentProps<'svg'> {
  /** A file with an element `drawing`. */
  source: string;
}

/** A drawing in the colours of the place where it hangs. */
export function Drawing({ source, ...svg }: DrawingProps) {
  return (
    <svg aria-hidden {...svg}>
      <use href={`${source}#drawing`} />
    </svg>
  );
}
