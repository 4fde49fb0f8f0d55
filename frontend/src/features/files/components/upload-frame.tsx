import { formatSize } from '@studiolo/contracts';
import { RotateCw, X } from 'lucide-react';

import { IconButton } from '../../../ui/button';
import { FileName } from '../../../ui/file-name';
import { canRetry, isInFlight, type UploadItem, type UploadStatus } from '../upload-item';
import type { UploadQueue } from '../upload-queue';
import styles from './contact-sheet.module.css';
import { LocalPicture } from './frame-picture';
import upload from './upload-frame.module.css';

const labels: Record<UploadStatus, string> = {
  chosen: 'Ready',
  waiting: 'Waiting',
  sending: 'Uploading',
  stored: 'Uploaded',
  refused: 'Refused',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

function UploadActions({ item, queue }: UploadFrameProps) {
  const { name } = item.file;
  if (isInFlight(item)) {
    return (
      <IconButton
        size="small"
        label={`Cancel ${name}`}
        icon={X}
        onClick={() => queue.cancel(item)}
      />
    );
  }
  return (
    <>
      {canRetry(item) && (
        <IconButton
          size="small"
          label={`Retry ${name}`}
          icon={RotateCw}
          onClick={() => queue.upload([item])}
        />
      )}
      <IconButton
        size="small"
        label={`Remove ${name}`}
        icon={X}
        onClick={() => queue.remove([item])}
      />
    </>
  );
}

interface UploadFrameProps {
  item: UploadItem;
  queue: UploadQueue;
}

/** A file on its way into the sheet: its picture from this machine, how far it is, or why it does not go. */
export function UploadFrame({ item, queue, number }: UploadFrameProps & { number: number }) {
  const { file, status, share, reason } = item;
  const percent = Math.round(share * 100);
  const label = status === 'sending' ? `${labels.sending} ${percent}%` : labels[status];
  return (
    <li data-whole-on-focus aria-label={`Upload of ${file.name}`} className={styles.frame}>
      <div className={upload.picture} data-status={status}>
        <LocalPicture item={item} />
        {reason && (
          <p className={upload.reason} role="alert">
            {reason}
          </p>
        )}
        {status === 'sending' && (
          <progress
            className={upload.progress}
            max={100}
            value={percent}
            aria-label={`Upload of ${file.name}`}
          />
        )}
      </div>
      <div className={styles.edge}>
        <span className={styles.number} aria-hidden>
          {String(number).padStart(2, '0')}
        </span>
        <span className={styles.name}>
          <FileName name={file.name} />
        </span>
        <span className={styles.size}>
          {formatSize(file.size)} · {label}
        </span>
        <span className={styles.actions}>
          <UploadActions item={item} queue={queue} />
        </span>
      </div>
    </li>
  );
}
