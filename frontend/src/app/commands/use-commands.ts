import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';

import { openCommandSheet } from '../../lib/command-sheet';
import { paths } from '../../lib/paths';
import { toggleTheme } from '../../lib/theme';

export interface Command {
  label: string;
  /** Distinguishes it from others of the same label, such as the client of a project. */
  detail?: string;
  /** The label is a file name, whose number and extension stay visible where it is shortened. */
  isFile?: true;
  /** The shortcut, such as `g d`. */
  keys?: string;
  run: () => void;
}

const PAGE_COMES_WITHIN_MS = 5000;

function focusSearch(until = performance.now() + PAGE_COMES_WITHIN_MS): void {
  const box = document.querySelector<HTMLInputElement>('main search input');
  box?.focus();
  if (box || performance.now() > until) return;
  requestAnimationFrame(() => focusSearch(until));
}

/** The commands available on every page. Each has a button or a link, too. */
export function useCommands(): readonly Command[] {
  const navigate = useNavigate();
  return useMemo(() => {
    const to = (path: string) => () => void navigate(path);
    const search = () => {
      if (window.location.pathname !== paths.projects) void navigate(paths.projects);
      focusSearch();
    };
    return [
      { label: 'New Project', keys: 'n', run: to(paths.newProject) },
      { label: 'Search projects', keys: '/', run: search },
      { label: 'Go to Dashboard', keys: 'g d', run: to(paths.dashboard) },
      { label: 'Go to Projects', keys: 'g p', run: to(paths.projects) },
      { label: 'Go to Storage', keys: 'g s', run: to(paths.storage) },
      { label: 'Go to Studio', keys: 'g t', run: to(paths.studio) },
      { label: 'Go to Profile', keys: 'g u', run: to(paths.profile) },
      { label: 'Switch theme', run: toggleTheme },
      {
        label: 'Keyboard shortcuts',
        keys: '?',
        run: () => openCommandSheet('keys'),
      },
    ];
  }, [navigate]);
}
