import { formatSize, type StoredFile } from '@studiolo/contracts';
import { Download, FolderDown, Grid2x2, Grid3x3 } from 'lucide-react';
import { useId, useMemo, useRef, useState } from 'react';

import type { Project } from '../../../lib/api/answers';
import type { FileToDelete } from '../../../lib/api/hidden-files';
import { inOrder } from '../../../lib/files/in-order';
import { useSelection } from '../../../lib/files/use-selection';
import { fileCount } from '../../../lib/format';
import { useStableCallback } from '../../../lib/state/use-stable-callback';
import { Button } from '../../../ui/button';
import { DeleteFileDialog } from '../../../ui/delete-file-dialog';
import { Drawing } from '../../../ui/drawing';
import { lazyDialog } from '../../../ui/lazy-dialog';
import { LiveRegion } from '../../../ui/live-region';
import { SelectionBar } from '../../../ui/selection-bar';
import { ViewSwitch } from '../../../ui/view-switch';
import { useDownloads } from '../api/downloads';
import { sheetEntries } from '../sheet-entries';
import { useUploads } from '../upload-queue';
import { useShownFiles } from '../use-shown-files';
import { ContactSheet } from './contact-sheet';
import { DamagedDownloadDialog } from './damaged-download-dialog';
import styles from './project-files.module.css';
import roll from './roll.svg';
import { UploadControls } from './upload-controls';
import { UploadNotes } from './upload-notes';

const Viewer = lazyDialog(() => import('./viewer'));

const densities = [
  { value: 'large', label: 'Large', icon: Grid2x2 },
  { value: 'small', label: 'Small', icon: Grid3x3 },
] as const;

function filesText(files: readonly StoredFile[]): string {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return `${fileCount(files.length)}, ${formatSize(bytes)}`;
}

type Downloads = ReturnType<typeof useDownloads>;

interface DownloadAllProps extends Pick<Downloads, 'progress' | 'downloadAll'> {
  files: readonly StoredFile[];
}

function DownloadAll({ progress, downloadAll, files }: DownloadAllProps) {
  return (
    <Button
      isBusy={progress !== null}
      data-command="download-all"
      onClick={() => downloadAll(files)}
    >
      <FolderDown size={16} strokeWidth={1.6} aria-hidden />
      <span className={styles.word}>{progress ?? 'Download all'}</span>
    </Button>
  );
}

function NoFiles() {
  return (
    <div className={styles.none}>
      <Drawing source={roll} viewBox="0 0 200 64" />
      <p>An unexposed roll. Files you upload appear here, frame by frame.</p>
    </div>
  );
}

export function ProjectFiles({ project }: { project: Project }) {
  const { id } = project;
  const hintId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const uploads = useUploads(project);
  const ordered = useMemo(() => inOrder(project.files), [project.files]);
  const entries = sheetEntries(ordered, uploads.items);
  const files = entries.flatMap(({ file }) => file ?? []);
  const { open, gone, neighbour, density, chooseDensity, show, close } = useShownFiles(files);
  const selection = useSelection(files, ({ filename }) => filename);
  const downloads = useDownloads(project);
  const { download, progress } = downloads;
  const [filesToDelete, setFilesToDelete] = useState<readonly FileToDelete[]>([]);
  const askToDelete = (chosen: readonly StoredFile[]) =>
    setFilesToDelete(chosen.map((file) => ({ ...file, projectId: id })));
  const afterViewer = useRef<HTMLElement>(null);
  const actions = {
    onOpen: useStableCallback((file: StoredFile) => {
      afterViewer.current = null;
      show(file);
    }),
    onDownload: useStableCallback((file: StoredFile) => download(file)),
    onDelete: useStableCallback((file: StoredFile) => askToDelete([file])),
  };
  const endQuestion = (isConfirmed: boolean) => {
    setFilesToDelete([]);
    if (!isConfirmed || !open) return;
    if (neighbour) return show(neighbour);
    close();
    // The frame disappears a moment after the viewer.
    afterViewer.current = heading.current;
  };
  return (
    <section aria-labelledby="files-heading" className={styles.files}>
      <div className={styles.head}>
        <h2 id="files-heading" ref={heading} tabIndex={-1} className={styles.heading}>
          Files
        </h2>
        <p className={styles.count}>{files.length > 0 && filesText(files)}</p>
        {entries.length > 0 && (
          <ViewSwitch label="Frames" views={densities} view={density} onChange={chooseDensity} />
        )}
        <div className={styles.bar}>
          <UploadControls uploads={uploads} hintId={hintId} />
          {files.length > 0 && <DownloadAll {...downloads} files={files} />}
        </div>
      </div>
      <UploadNotes
        uploads={uploads}
        title={project.title}
        hintId={hintId}
        isHelpShown={entries.length === 0}
      />
      {entries.length === 0 ? (
        <NoFiles />
      ) : (
        <ContactSheet
          projectId={id}
          entries={entries}
          queue={uploads.queue}
          density={density}
          selection={selection}
          {...actions}
        />
      )}
      <SelectionBar selection={selection} onDelete={askToDelete} focusAfterwards={heading}>
        <Button
          size="small"
          isBusy={progress !== null}
          onClick={() => download(...selection.selected)}
        >
          <Download size={15} strokeWidth={1.6} aria-hidden />
          {progress ?? 'Download selected'}
        </Button>
      </SelectionBar>
      <LiveRegion text={progress === null ? '' : 'Packing files'} />
      <Viewer
        projectId={id}
        files={files}
        current={open}
        gone={gone}
        isOpen={(open ?? gone) !== null}
        onShow={show}
        onClose={close}
        onDownload={actions.onDownload}
        onDelete={actions.onDelete}
        focusAfterwards={afterViewer}
      />
      <DamagedDownloadDialog {...downloads} />
      <DeleteFileDialog
        files={filesToDelete}
        onClose={endQuestion}
        focusAfterwards={neighbour ? null : heading}
      />
    </section>
  );
}
