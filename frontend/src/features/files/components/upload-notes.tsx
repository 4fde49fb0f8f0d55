import { formatSize } from '@studiolo/contracts';

import { fileCount, shortMegabytes } from '../../../lib/format';
import { Button } from '../../../ui/button';
import { LiveRegion } from '../../../ui/live-region';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes-guard';
import {
  canRetry,
  hasEnded,
  hasFailed,
  isChosen,
  isInFlight,
  isStored,
  latestBatch,
  outcomeText,
  type UploadItem,
} from '../upload-item';
import type { Uploads } from '../upload-queue';
import { NO_FILE_CHOSEN, type UploadLimits } from '../upload-refusal';
import styles from './uploads.module.css';

function progressText(items: readonly UploadItem[]): string {
  const active = items.filter(isInFlight).length;
  const stored = items.filter(isStored).length;
  if (active > 0) return `${stored} of ${active + stored} files uploaded`;
  const chosen = items.filter(isChosen).length;
  return chosen === 0 ? '' : `${fileCount(chosen)} chosen.`;
}

/** How many files went and how many did not, once the last of several has ended; each frame has its own reason. */
function failureText(items: readonly UploadItem[]): string {
  const batch = latestBatch(items);
  const isOver = batch.length > 1 && !batch.some(isInFlight);
  return isOver && batch.some(hasFailed) ? outcomeText(batch) : '';
}

function limitText({ maxFileBytes, roomBytes }: UploadLimits): string {
  const rule = `Images, videos, pdf, doc, docx and txt, up to ${shortMegabytes(maxFileBytes)} MB each.`;
  if (roomBytes === Infinity) return rule;
  return `${rule} ${formatSize(Math.max(0, roomBytes))} of storage left.`;
}

interface UploadNotesProps {
  uploads: Uploads;
  title: string;
  hintId: string;
  /** The help is for whoever has not uploaded yet; readers hear it at the picker. */
  isHelpShown: boolean;
}

/** What there is to say about uploads: what is accepted, what is missing, what can be tried again. */
export function UploadNotes({ uploads, title, hintId, isHelpShown }: UploadNotesProps) {
  const { queue, items, limits, isAskedForFile, isDragging } = uploads;
  const again = items.filter(canRetry);
  const ended = items.filter(hasEnded);
  const failure = failureText(items);
  return (
    <>
      <p id={hintId} className={isHelpShown ? styles.hint : styles.unseen}>
        {limitText(limits)}{' '}
        <span className={styles.dropHint}>Or drop files and folders anywhere on this page.</span>
      </p>
      {isAskedForFile && (
        <p role="alert" className={styles.error}>
          {NO_FILE_CHOSEN}
        </p>
      )}
      {(failure || ended.length > 1) && (
        <div className={styles.ended}>
          {failure && (
            <p role="alert" className={styles.error}>
              {failure}
            </p>
          )}
          {again.length > 1 && (
            <Button size="small" onClick={() => queue.upload(again)}>
              Retry all
            </Button>
          )}
          {ended.length > 1 && (
            <Button size="small" variant="quiet" onClick={() => queue.remove(ended)}>
              Clear list
            </Button>
          )}
        </div>
      )}
      <LiveRegion text={progressText(items)} />
      <UnsavedChangesGuard
        when={items.some(isChosen)}
        title="Leave without uploading?"
        message="The files you chose have not been uploaded. You would have to choose them again."
      />
      {isDragging && (
        <div className={styles.drop}>
          Drop to upload to <bdi>{title}</bdi>
        </div>
      )}
    </>
  );
}
