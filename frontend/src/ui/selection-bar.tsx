import { formatSize, type StoredFile } from '@studiolo/contracts';
import { Trash2 } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';

import type { Selection } from '../lib/files/use-selection';
import { atWindowFoot } from '../lib/window-foot';
import { Button } from './button';
import { LiveRegion } from './live-region';
import styles from './selection-bar.module.css';

const foot = atWindowFoot('selection');

interface SelectionBarProps<Item extends StoredFile> {
  selection: Selection<Item>;
  /** Stands before the size of the selected files. */
  verb?: string;
  onDelete: (files: readonly Item[]) => void;
  /** Gets the focus when the selection is cleared, because the bar disappears. */
  focusAfterwards: RefObject<HTMLElement | null>;
  children?: ReactNode;
}

/** The actions for the selected files; hidden without a selection. */
export function SelectionBar<Item extends StoredFile>({
  selection: { selected, isAll, all, clear },
  verb = '',
  onDelete,
  focusAfterwards,
  children,
}: SelectionBarProps<Item>) {
  const bytes = selected.reduce((sum, { size }) => sum + size, 0);
  const count =
    selected.length > 0 ? `${selected.length} selected, ${verb}${formatSize(bytes)}` : '';
  return (
    <>
      <LiveRegion text={count} />
      {count !== '' && (
        <div ref={foot} role="group" aria-label="Selected files" className={styles.bar}>
          <p className={styles.count} aria-hidden>
            {count}
          </p>
          {!isAll && (
            <Button variant="quiet" size="small" onClick={all}>
              Select all
            </Button>
          )}
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              clear();
              focusAfterwards.current?.focus({ preventScroll: true });
            }}
          >
            Clear
          </Button>
          {children}
          <Button variant="danger" size="small" onClick={() => onDelete(selected)}>
            <Trash2 size={15} strokeWidth={1.6} aria-hidden />
            Delete selected
          </Button>
        </div>
      )}
    </>
  );
}
