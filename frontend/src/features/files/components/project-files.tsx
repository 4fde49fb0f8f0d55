import { formatSize, type StoredFile } from '@studiolo/contracts';
import { FolderDown, Grid2x2, Grid3x3 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

import type { Project } from '../../../lib/api/answers';
import { fileCount } from '../../../lib/format';
import { FILE_PARAM } from '../../../lib/paths';
import { useDeleteFiles } from '../../../lib/use-delete-files';
import { useSelection } from '../../../lib/use-selection';
import { Button } from '../../../ui/button';
import { DeleteFileDialog } from '../../../ui/delete-file-dialog';
import { LiveRegion } from '../../../ui/live-region';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes-guard';
import { ViewSwitch } from '../../../ui/view-switch';
import { useDownload } from '../api/use-download';
import { useZip } from '../api/use-zip';
import { isChosen } from '../upload-item';
import { useUploadQueue } from '../use-upload-queue';
import { ContactSheet, type Density } from './contact-sheet';
import styles from './project-files.module.css';
import { SelectionBar } from './selection-bar';
import { UploadPanel } from './upload-panel';
import { useFileDrop } from './use-file-drop';
import { Viewer } from './viewer';

/** Names the density of the contact sheet in the page's address. */
const DENSITY_PARAM = 'frames';

const densities = [
  { value: 'large', label: 'Large', icon: Grid2x2 },
  { value: 'small', label: 'Small', icon: Grid3x3 },
] as const;

function filesText(files: readonly StoredFile[]): string {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return `${fileCount(files.length)}, ${formatSize(bytes)}`;
}

function DownloadAll({ project }: { project: Project }) {
  const { start, isBusy, done } = useZip(project);
  const total = project.files.length;
  return (
    <>
      <Button isBusy={isBusy} onClick={() => start(project.files)}>
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

/** Which file is open and how large the frames are, by the page's address; which files the delete dialog asks about. */
function useShownFiles(files: readonly StoredFile[]) {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const openName = params.get(FILE_PARAM);
  const open = files.find(({ filename }) => filename === openName) ?? null;
  const change = (param: string, value: string | null) => {
    const next = new URLSearchParams(params);
    if (value === null) next.delete(param);
    else next.set(param, value);
    setParams(next, { replace: true, preventScrollReset: true, state });
  };
  const density: Density = params.get(DENSITY_PARAM) === 'small' ? 'small' : 'large';
  const [doomedNames, setDoomedNames] = useState<readonly string[]>([]);
  return {
    open,
    doomedNames,
    density,
    chooseDensity: (chosen: Density) => change(DENSITY_PARAM, chosen === 'small' ? chosen : null),
    show: (file: StoredFile) => change(FILE_PARAM, file.filename),
    close: () => change(FILE_PARAM, null),
    askToDelete: (doomed: readonly StoredFile[]) =>
      setDoomedNames(doomed.map(({ filename }) => filename)),
  };
}

/** The files of a project: upload, contact sheet, previews, downloads and deletion. */
export function ProjectFiles({ project }: { project: Project }) {
  const { id, files } = project;
  const heading = useRef<HTMLHeadingElement>(null);
  const isDeleting = useRef(false);
  const { queue, items, limits } = useUploadQueue(project);
  const { open, doomedNames, density, chooseDensity, show, close, askToDelete } =
    useShownFiles(files);
  const selection = useSelection(files, ({ filename }) => filename);
  const { mutate: download } = useDownload(id);
  const zip = useZip(project);
  const { mutate: deleteFiles } = useDeleteFiles();
  const askToDeleteOne = (file: StoredFile) => askToDelete([file]);
  const askToDeleteSelected = () => askToDelete(selection.selected);
  const isDragging = useFileDrop((choice) => {
    queue.choose(choice);
    queue.upload();
  });
  return (
    <section aria-labelledby="files-heading" className={styles.files}>
      <div className={styles.head}>
        <h2 id="files-heading" ref={heading} tabIndex={-1} className={styles.heading}>
          Files
        </h2>
        {files.length > 0 && (
          <>
            <p className={styles.count}>{filesText(files)}</p>
            <ViewSwitch label="Frames" views={densities} view={density} onChange={chooseDensity} />
            <DownloadAll project={project} />
          </>
        )}
      </div>
      <UploadPanel queue={queue} items={items} limits={limits} />
      {files.length === 0 ? (
        <NoFiles />
      ) : (
        <ContactSheet
          projectId={id}
          files={files}
          density={density}
          selection={selection}
          onOpen={show}
          onDownload={download}
          onDelete={askToDeleteOne}
          onDeleteSelected={askToDeleteSelected}
        />
      )}
      <SelectionBar
        selection={selection}
        total={files.length}
        progress={zip.isBusy ? `Packing ${zip.done} of ${zip.total}` : null}
        onDownload={() => {
          const [first, ...others] = selection.selected;
          if (first && others.length === 0) download(first);
          else zip.start(selection.selected);
        }}
        onDelete={askToDeleteSelected}
        onClear={() => {
          selection.clear();
          heading.current?.focus();
        }}
      />
      <Viewer
        projectId={id}
        files={files}
        current={open}
        onShow={show}
        onClose={close}
        onDownload={download}
        onDelete={askToDeleteOne}
      />
      <DeleteFileDialog
        filenames={doomedNames}
        onConfirm={() => {
          isDeleting.current = true;
          deleteFiles(doomedNames.map((filename) => ({ projectId: id, filename })));
          askToDelete([]);
        }}
        onCancel={() => {
          isDeleting.current = false;
          askToDelete([]);
        }}
        returnFocusTo={() => (isDeleting.current ? heading.current : null)}
      />
      <UnsavedChangesGuard
        when={items.some(isChosen)}
        title="Leave without uploading?"
        message="The files you chose have not been uploaded. You would have to choose them again."
      />
      {isDragging && (
        <div className={styles.drop}>
          Drop to upload to <bdi>{project.title}</bdi>
        </div>
      )}
    </section>
  );
}
