import { useState } from 'react';

import { useWindowEvent } from '../../lib/state/use-window-event';
import { droppedFiles, type FileChoice } from './folder-files';

function carriesFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

/** Accepts files and folders dropped anywhere on the page. Returns whether some are being dragged over it. */
export function useFileDrop(onFiles: (choice: FileChoice) => void): boolean {
  const [isDragging, setIsDragging] = useState(false);
  useWindowEvent('dragover', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    setIsDragging(true);
  });
  useWindowEvent('dragleave', ({ relatedTarget }) => {
    // There is no related element when the pointer leaves the window.
    if (relatedTarget === null) setIsDragging(false);
  });
  useWindowEvent('drop', (event) => {
    setIsDragging(false);
    if (!carriesFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    void droppedFiles(event.dataTransfer).then(onFiles);
  });
  return isDragging;
}
