import { useEffect } from 'react';

/** Names the window and the main landmark, which has the focus after a change of page, after the page. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Studiolo`;
    document.getElementById('main')?.setAttribute('aria-label', title);
  }, [title]);
}
