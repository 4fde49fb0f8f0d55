import { formatSize, type StoredFile } from '@studiolo/contracts';
import { Download, Trash2 } from 'lucide-react';

import type { Selection } from '../../../lib/use-selection';
import { Button } from '../../../ui/button';
import { LiveRegion } from '../../../ui/live-region';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  selection: Selection<StoredFile>;
  total: number;
  /** The label of Download while the files are packed; null otherwise. */
  progress: string | null;
  onDownload: () => void;
  onDelete: () => void;
  onClear: () => void;
}

/** The actions for the selected files; hidden without a selection. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, total, progress, onDownload, onDelete, onClear } = props;
  const { selected, all } = selection;
  const bytes = selected.reduce((sum, { size }) => sum + size, 0);
  const count = selected.length === 0 ? '' : `${selected.length} selected, ${formatSize(bytes)}`;
  return (
    <>
      <LiveRegion text={count} />
      {selected.length > 0 && (
        <div role="group" aria-label="Selected files" className={styles.bar}>
          <p className={styles.count} aria-hidden>
            {count}
          </p>
          {selected.length < total && (
            <Button variant="quiet" size="small" onClick={all}>
              Select all
            </Button>
          )}
          <Button variant="quiet" size="small" onClick={onClear}>
            Clear
          </Button>
          <Button size="small" isBusy={progress !== null} onClick={onDownload}>
            <Download size={15} strokeWidth={1.6} aria-hidden />
            {progress ?? 'Download selected'}
          </Button>
          <Button variant="danger" size="small" onClick={onDelete}>
            <Trash2 size={15} strokeWidth={1.6} aria-hidden />
            Delete selected
          </Button>
        </div>
      )}
    </>
  );
}
