import { formatSize, type Project, type StoredFile } from '@studiolo/contracts';
import { FolderDown } from 'lucide-react';
import { useRef, useState } from 'react';

import { useDeleteFile } from '../../../lib/use-delete-file';
import { Button } from '../../../ui/button';
import { DeleteFileDialog } from '../../../ui/delete-file-dialog';
import { LiveRegion } from '../../../ui/live-region';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes-guard';
import { useDownload } from '../api/use-download';
import { useDownloadAll } from '../api/use-download-all';
import { isInFlight } from '../upload-item';
import { useUploadQueue } from '../use-upload-queue';
import { ContactSheet } from './contact-sheet';
import { PreviewDialog } from './preview-dialog';
import styles from './project-files.module.css';
import { UploadPanel } from './upload-panel';
import { useFileDrop } from './use-file-drop';

function filesText(files: readonly StoredFile[]): string {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return `${files.length === 1 ? '1 file' : `${files.length} files`}, ${formatSize(bytes)}`;
}

function DownloadAll({ project }: { project: Project }) {
  const { start, isBusy, done } = useDownloadAll(project);
  const total = project.files.length;
  return (
    <>
      <Button
        isBusy={isBusy}
        onClick={() => {
          start();
        }}
      >
        <FolderDown size={16} strokeWidth={1.6} aria-hidden />
        {isBusy ? `Packing ${done} of ${total}` : 'Download all'}
      </Button>
      <LiveRegion text={isBusy ? `Packing ${total} files` : ''} />
    </>
  );
}

function NoFiles() {
  return (
    <div className={styles.none}>
      <svg viewBox="0 0 200 64" fill="none" stroke="currentColor" aria-hidden>
        <path d="M1 8h198M1 56h198" strokeWidth="1" />
        <path d="M6 4.500h188M6 59.500h188" strokeWidth="3" strokeDasharray="5 6" />
        <path
          d="M8 14h56v36H8zM72 14h56v36H72zM136 14h56v36h-56z"
          strokeWidth="1"
          strokeDasharray="3 4"
        />
      </svg>
      <p>An unexposed roll. Files you upload appear here, frame by frame.</p>
    </div>
  );
}

/** Which file is looked at, and which is about to be deleted. */
function useOpenFiles(files: readonly StoredFile[]) {
  const [openName, setOpenName] = useState<string | null>(null);
  const [doomedName, setDoomedName] = useState<string | null>(null);
  const open = files.find(({ filename }) => filename === openName) ?? null;
  return {
    open,
    doomedName,
    show: (file: StoredFile) => {
      setOpenName(file.filename);
    },
    close: () => {
      setOpenName(null);
    },
    askToDelete: (file: StoredFile | null) => {
      setDoomedName(file?.filename ?? null);
    },
  };
}

/** Everything about the files of a project: uploading, the contact sheet, previews, downloads. */
export function ProjectFiles({ project }: { project: Project }) {
  const { id, files } = project;
  const heading = useRef<HTMLHeadingElement>(null);
  const isDeleting = useRef(false);
  const { queue, items, limits } = useUploadQueue(id);
  const { open, doomedName, show, close, askToDelete } = useOpenFiles(files);
  const { mutate: download } = useDownload(id);
  const { mutate: deleteFile } = useDeleteFile();
  const isDragging = useFileDrop(({ files: dropped, untaken }) => {
    queue.choose(dropped, untaken);
    queue.upload();
  });
  return (
    <section aria-labelledby="files-heading" className={styles.files}>
      <div className={styles.head}>
        <h2 id="files-heading" ref={heading} tabIndex={-1} className={styles.heading}>
          Files
        </h2>
        <p className={styles.count}>{filesText(files)}</p>
        {files.length > 0 && <DownloadAll project={project} />}
      </div>
      <UploadPanel queue={queue} items={items} limits={limits} />
      {files.length === 0 ? (
        <NoFiles />
      ) : (
        <ContactSheet
          projectId={id}
          files={files}
          onOpen={show}
          onDownload={download}
          onDelete={askToDelete}
        />
      )}
      <PreviewDialog
        projectId={id}
        files={files}
        current={open}
        onShow={show}
        onClose={close}
        onDownload={download}
        onDelete={askToDelete}
      />
      <DeleteFileDialog
        filename={doomedName}
        onConfirm={() => {
          if (doomedName === null) return;
          isDeleting.current = true;
          deleteFile({ projectId: id, filename: doomedName });
          askToDelete(null);
        }}
        onCancel={() => {
          isDeleting.current = false;
          askToDelete(null);
        }}
        returnFocusTo={() => (isDeleting.current ? heading.current : null)}
      />
      <UnsavedChangesGuard
        when={items.some(isInFlight)}
        title="Leave while uploading?"
        message="Files are still on their way. Leaving this page cancels their upload."
      />
      {isDragging && (
        <div className={styles.drop}>
          Drop to upload to <bdi>{project.title}</bdi>
        </div>
      )}
    </section>
  );
}
