import { formatSize } from '@studiolo/contracts';

import { Button, type ButtonLook } from '../../../ui/button';
import { FileName } from '../../../ui/file-name';
import { canRetry, isInFlight, isStored, type UploadItem, type UploadStatus } from '../upload-item';
import type { UploadQueue } from '../upload-queue';
import styles from './upload-row.module.css';

const labels: Record<UploadStatus, string> = {
  chosen: 'Ready',
  waiting: 'Waiting',
  sending: 'Uploading',
  stored: 'Uploaded',
  refused: 'Refused',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

function RowActions({ item, queue }: { item: UploadItem; queue: UploadQueue }) {
  const action = (label: string, variant: ButtonLook['variant'], onClick: () => void) => (
    <Button
      variant={variant}
      size="small"
      aria-label={`${label} ${item.file.name}`}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  if (isInFlight(item)) return action('Cancel', 'quiet', () => queue.cancel(item));
  if (isStored(item)) return null;
  return (
    <>
      {canRetry(item) && action('Retry', 'secondary', () => queue.upload([item]))}
      {action('Remove', 'quiet', () => queue.remove([item]))}
    </>
  );
}

export function UploadRow({ item, queue }: { item: UploadItem; queue: UploadQueue }) {
  const { file, status, share, reason } = item;
  const percent = Math.round(share * 100);
  return (
    <li data-whole-on-focus className={styles.row}>
      <div className={styles.what}>
        <FileName name={file.name} className={styles.name} />
        <span className={styles.facts}>
          {formatSize(file.size)} · {labels[status]}
          {status === 'sending' && ` ${percent}%`}
        </span>
        {reason && (
          <span className={styles.reason} role="alert">
            {reason}
          </span>
        )}
      </div>
      <div className={styles.actions}>
        <RowActions item={item} queue={queue} />
      </div>
      {status === 'sending' && (
        <progress
          className={styles.progress}
          max={100}
          value={percent}
          aria-label={`Upload of ${file.name}`}
        />
      )}
    </li>
  );
}
