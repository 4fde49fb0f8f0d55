import { useEffect } from 'react';

/** Sets the window's title and the name of the main landmark, which is focused after a change of page. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Studiolo`;
    document.getElementById('main')?.setAttribute('aria-label', title);
  }, [title]);
}
