import { ACCEPTED_FILES, formatSize } from '@studiolo/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useId, useState } from 'react';

import type { Project } from '../../../lib/api/answers';
import { storageUsageQuery } from '../../../lib/api/queries';
import { fileCount, shortMegabytes } from '../../../lib/format';
import { Button, buttonClass, type ButtonLook } from '../../../ui/button';
import { LiveRegion } from '../../../ui/live-region';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes-guard';
import { chosenFiles, type FileChoice } from '../folder-files';
import {
  canRetry,
  hasEnded,
  isChosen,
  isInFlight,
  isStored,
  type UploadItem,
} from '../upload-item';
import { uploadQueueOf } from '../upload-queue';
import { checked, limitsFrom, NO_FILE_CHOSEN, type UploadLimits } from '../upload-refusal';
import styles from './upload-panel.module.css';
import { UploadRow } from './upload-row';
import { useFileDrop } from './use-file-drop';

// React has no type for this attribute.
const FOLDERS: object = { webkitdirectory: '' };

/** False on most phones. */
const CAN_CHOOSE_FOLDERS = 'webkitdirectory' in HTMLInputElement.prototype;

function progressText(items: readonly UploadItem[]): string {
  const active = items.filter(isInFlight).length;
  const stored = items.filter(isStored).length;
  if (active > 0) return `${stored} of ${active + stored} files uploaded`;
  const chosen = items.filter(isChosen).length;
  return chosen === 0 ? '' : `${fileCount(chosen)} chosen.`;
}

function limitText({ maxFileBytes, roomBytes }: UploadLimits): string {
  const rule = `Images, videos, pdf, doc, docx and txt, up to ${shortMegabytes(maxFileBytes)} MB each.`;
  if (roomBytes === Infinity) return rule;
  return `${rule} ${formatSize(Math.max(0, roomBytes))} of storage left.`;
}

interface FilePickerProps extends ComponentProps<'input'> {
  label: string;
  look?: ButtonLook;
  onChosen: (choice: FileChoice) => void;
}

function FilePicker({ label, look = {}, onChosen, ...input }: FilePickerProps) {
  const id = useId();
  return (
    <>
      <input
        {...input}
        id={id}
        type="file"
        className={styles.input}
        onChange={({ target }) => {
          onChosen(chosenFiles(target.files));
          // Emptied so that choosing the same file again is a change, too.
          target.value = '';
        }}
      />
      <label htmlFor={id} className={buttonClass(look)}>
        {label}
      </label>
    </>
  );
}

function useUploadQueue(projectId: string) {
  const queue = uploadQueueOf(useQueryClient());
  const { data: usage } = useQuery(storageUsageQuery);
  useEffect(() => {
    queue.enterPage(projectId);
    return () => queue.leavePage(projectId);
  }, [queue, projectId]);
  const limits = limitsFrom(usage);
  const items = checked(queue.useItems(), limits).filter(({ project }) => project.id === projectId);
  return { queue, items, limits };
}

/** The pickers and the upload queue. Chosen files are sent when Upload is pressed, dropped ones at once. */
export function UploadPanel({ project }: { project: Project }) {
  const { id, title } = project;
  const { queue, items, limits } = useUploadQueue(id);
  const hintId = useId();
  const [isAskedForFile, setIsAskedForFile] = useState(false);
  const choose = (choice: FileChoice) => {
    setIsAskedForFile(false);
    queue.choose(project, choice);
  };
  const isDragging = useFileDrop((choice) => {
    choose(choice);
    queue.upload(queue.itemsOf(id).filter(isChosen));
  });
  const chosen = items.filter(isChosen);
  const look = (isNext: boolean): ButtonLook => (isNext ? { variant: 'primary' } : {});
  const picker = { 'aria-describedby': hintId, onChosen: choose };
  return (
    <div className={styles.panel}>
      <div className={styles.controls}>
        <FilePicker
          label="Choose files"
          look={look(chosen.length === 0)}
          multiple
          accept={ACCEPTED_FILES}
          {...picker}
        />
        {CAN_CHOOSE_FOLDERS && <FilePicker label="Choose folder" {...FOLDERS} {...picker} />}
        <Button
          {...look(chosen.length > 0)}
          onClick={() => {
            setIsAskedForFile(chosen.length === 0);
            queue.upload(chosen);
          }}
        >
          {chosen.length === 0 ? 'Upload' : `Upload ${fileCount(chosen.length)}`}
        </Button>
        <p id={hintId} className={styles.hint}>
          {limitText(limits)}{' '}
          <span className={styles.dropHint}>Or drop files and folders anywhere on this page.</span>
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
      {items.filter(hasEnded).length > 1 && (
        <div className={styles.all}>
          {items.filter(canRetry).length > 1 && (
            <Button size="small" onClick={() => queue.upload(items.filter(canRetry))}>
              Retry all
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={() => queue.remove(items.filter(hasEnded))}>
            Clear list
          </Button>
        </div>
      )}
      <LiveRegion text={progressText(items)} />
      <UnsavedChangesGuard
        when={chosen.length > 0}
        title="Leave without uploading?"
        message="The files you chose have not been uploaded. You would have to choose them again."
      />
      {isDragging && (
        <div className={styles.drop}>
          Drop to upload to <bdi>{title}</bdi>
        </div>
      )}
    </div>
  );
}
