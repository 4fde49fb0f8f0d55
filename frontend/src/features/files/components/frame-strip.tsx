import type { StoredFile } from '@studiolo/contracts';
import { useEffect, useRef } from 'react';

import { FramePicture } from './frame-picture';
import styles from './viewer.module.css';

interface FrameStripProps {
  projectId: string;
  files: readonly StoredFile[];
  current: StoredFile;
  onShow: (file: StoredFile) => void;
}

/** The frames of the project in a row, as on a film; the current one is kept in sight. */
export function FrameStrip({ projectId, files, current, onShow }: FrameStripProps) {
  const strip = useRef<HTMLOListElement>(null);
  const { filename } = current;
  useEffect(() => {
    const frame = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (!strip.current || !frame) return;
    strip.current.scrollLeft =
      frame.offsetLeft - (strip.current.clientWidth - frame.offsetWidth) / 2;
  }, [filename]);
  return (
    <ol ref={strip} aria-label="Frames" className={styles.strip}>
      {files.map((file) => (
        <li key={file.filename}>
          <button
            type="button"
            aria-label={`Show ${file.filename}`}
            aria-current={file.filename === filename || undefined}
            className={styles.frame}
            onClick={() => onShow(file)}
          >
            <FramePicture projectId={projectId} file={file} />
          </button>
        </li>
      ))}
    </ol>
  );
}
