import { useState } from 'react';

import { ConfirmDialog } from './confirm-dialog';
import styles from './delete-file-dialog.module.css';
import { FileName } from './file-name';

interface DeleteFileDialogProps {
  /** The dialog is open while there are names. */
  filenames: readonly string[];
  onConfirm: () => void;
  onCancel: () => void;
  /** The element to focus after a deletion, because the button disappears with its file. */
  returnFocusTo: () => HTMLElement | null;
}

/** The number of names shown; the rest are only counted. */
const MAX_NAMES = 6;

export function DeleteFileDialog({ filenames: doomed, ...dialog }: DeleteFileDialogProps) {
  const [filenames, setFilenames] = useState(doomed);
  // Keeps the names while the dialog fades out.
  if (doomed.length > 0 && doomed.join('/') !== filenames.join('/')) setFilenames(doomed);
  const isOne = filenames.length === 1;
  const others = filenames.length - MAX_NAMES;
  return (
    <ConfirmDialog
      {...dialog}
      isOpen={doomed.length > 0}
      title={isOne ? 'Delete file' : 'Delete files'}
      message={
        isOne
          ? 'Are you sure you want to delete this file?'
          : `Are you sure you want to delete these ${filenames.length} files?`
      }
      confirmLabel="Delete"
      isDangerous
    >
      <ul className={styles.filenames}>
        {filenames.slice(0, MAX_NAMES).map((filename) => (
          <li key={filename}>
            <FileName name={filename} isWhole />
          </li>
        ))}
        {others > 0 && <li>and {others} more</li>}
      </ul>
    </ConfirmDialog>
  );
}
