import { type RefObject, useRef } from 'react';

import type { FileToDelete } from '../lib/api/hidden-files';
import { useDeleteFiles } from '../lib/files/delete-files';
import { ConfirmDialog } from './confirm-dialog';
import { FilenameList } from './filename-list';

interface DeleteFileDialogProps {
  /** The dialog is open while there are files. */
  files: readonly FileToDelete[];
  onClose: (isConfirmed: boolean) => void;
  /** Gets the focus after a deletion whose button disappears with its file. */
  focusAfterwards: RefObject<HTMLElement | null> | null;
}

export function DeleteFileDialog({ files, onClose, focusAfterwards }: DeleteFileDialogProps) {
  const deleteFiles = useDeleteFiles();
  const focusTarget = useRef<HTMLElement | null>(null);
  const isOne = files.length === 1;
  const close = (isConfirmed: boolean) => {
    focusTarget.current = isConfirmed ? (focusAfterwards?.current ?? null) : null;
    onClose(isConfirmed);
  };
  return (
    <ConfirmDialog
      isOpen={files.length > 0}
      title={isOne ? 'Delete file' : 'Delete files'}
      message={
        isOne
          ? 'Are you sure you want to delete this file?'
          : `Are you sure you want to delete these ${files.length} files?`
      }
      confirmLabel="Delete"
      isDangerous
      onConfirm={() => {
        deleteFiles(files);
        close(true);
      }}
      onClose={() => close(false)}
      returnFocusTo={() => focusTarget.current}
    >
      <FilenameList names={files.map(({ filename }) => filename)} />
    </ConfirmDialog>
  );
}
