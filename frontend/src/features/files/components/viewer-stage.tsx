import type { StoredFile } from '@studiolo/contracts';
import type { CSSProperties } from 'react';

import { useWindowEvent } from '../../../lib/state/use-window-event';
import { PreviewBody } from './preview-body';
import { useZoom } from './use-zoom';
import styles from './viewer.module.css';

interface ViewerStageProps {
  projectId: string;
  file: StoredFile;
  /** While the controls are faded, a press only brings them back. */
  isFaded: boolean;
  onStep: (steps: 1 | -1) => void;
}

/** The file as large as the window; a picture can be zoomed by pointer, and by the key `z`. */
export function ViewerStage({ projectId, file, isFaded, onStep }: ViewerStageProps) {
  const { view, toggle, stageProps } = useZoom(onStep, !isFaded);
  const { box } = view;
  useWindowEvent('keydown', (event) => {
    const isCommand = event.ctrlKey || event.metaKey || event.altKey;
    if (event.key.toLowerCase() === 'z' && !isCommand) toggle();
  });
  const place: CSSProperties & Record<`--${string}`, string> = {};
  for (const [side, px] of Object.entries(box ?? {})) place[`--${side}`] = `${px}px`;
  return (
    <div
      {...stageProps}
      role="presentation"
      className={styles.stage}
      data-zoomed={box !== null || undefined}
      style={place}
    >
      <PreviewBody projectId={projectId} file={file} />
    </div>
  );
}
