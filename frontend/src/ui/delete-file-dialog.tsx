import { ConfirmDialog } from './confirm-dialog';
import styles from './delete-file-dialog.module.css';

interface DeleteFileDialogProps {
  /** Null keeps the dialog closed. */
  filename: string | null;
  onConfirm: () => void;
  onCancel: () => void;
  /** Takes the focus after a deletion, whose button is gone with its file. */
  returnFocusTo: () => HTMLElement | null;
}

export function DeleteFileDialog({ filename, ...dialog }: DeleteFileDialogProps) {
  return (
    <ConfirmDialog
      {...dialog}
      isOpen={filename !== null}
      title="Delete file"
      message="Are you sure you want to delete this file?"
      confirmLabel="Delete"
      isDangerous
    >
      <p dir="auto" className={styles.filename}>
        {filename}
      </p>
    </ConfirmDialog>
  );
}
