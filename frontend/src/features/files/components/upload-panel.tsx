import { formatSize } from '@studiolo/contracts';
import { useId, useState, type ChangeEvent } from 'react';

import { Button } from '../../../ui/button';
import { buttonClass } from '../../../ui/button-style';
import { LiveRegion } from '../../../ui/live-region';
import { isInFlight, canRetry, type UploadItem } from '../upload-item';
import type { UploadQueue } from '../upload-queue';
import { ACCEPTED_TYPES, NO_FILE_CHOSEN, type UploadLimits } from '../upload-refusal';
import { shortMegabytes } from '../../../lib/format';
import styles from './upload-panel.module.css';
import { UploadRow } from './upload-row';

interface UploadPanelProps {
  queue: UploadQueue;
  items: readonly UploadItem[];
  limits: UploadLimits;
}

function progressText(items: readonly UploadItem[]): string {
  const active = items.filter(isInFlight).length;
  const stored = items.filter(({ status }) => status === 'stored').length;
  return active === 0 ? '' : `${stored} of ${active + stored} files uploaded`;
}

function limitText({ maxFileBytes, roomBytes }: UploadLimits): string {
  const rule = `Images, videos, pdf, doc, docx and txt, up to ${shortMegabytes(maxFileBytes)} MB each.`;
  if (roomBytes === null) return rule;
  return `${rule} ${formatSize(Math.max(0, roomBytes))} of storage left.`;
}

/** The picker and the files on their way. What is chosen here goes when Upload is pressed. */
export function UploadPanel({ queue, items, limits }: UploadPanelProps) {
  const inputId = useId();
  const hintId = useId();
  const [isAskedForFile, setIsAskedForFile] = useState(false);
  const chosen = items.filter(({ status }) => status === 'chosen').length;
  const retryable = items.filter(canRetry).length;
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    setIsAskedForFile(false);
    queue.choose([...(event.target.files ?? [])]);
    // The queue has them now; the same file may be chosen again.
    event.target.value = '';
  };
  return (
    <div className={styles.panel}>
      <div className={styles.controls}>
        <input
          id={inputId}
          type="file"
          multiple
          accept={ACCEPTED_TYPES}
          aria-describedby={hintId}
          className={styles.input}
          onChange={onChange}
        />
        <label htmlFor={inputId} className={buttonClass({})}>
          Choose files
        </label>
        <Button
          variant="primary"
          onClick={() => {
            setIsAskedForFile(!queue.upload());
          }}
        >
          Upload
        </Button>
        <p id={hintId} className={styles.hint}>
          {chosen > 0 && (
            <strong>{chosen === 1 ? '1 file chosen. ' : `${chosen} files chosen. `}</strong>
          )}
          {limitText(limits)}{' '}
          <span className={styles.dropHint}>Or drop files anywhere on this page.</span>
        </p>
      </div>
      {isAskedForFile && (
        <p role="alert" className={styles.error}>
          {NO_FILE_CHOSEN}
        </p>
      )}
      {items.length > 0 && (
        <ul className={styles.rows} aria-label="Upload queue">
          {items.map((item) => (
            <UploadRow key={item.id} item={item} queue={queue} />
          ))}
        </ul>
      )}
      {retryable > 1 && (
        <Button
          size="small"
          className={styles.retryAll}
          onClick={() => {
            queue.retryAll();
          }}
        >
          Retry all
        </Button>
      )}
      <LiveRegion text={progressText(items)} />
    </div>
  );
}
