import { formatSize, type StoredFile } from '@studiolo/contracts';
import { Download, FolderDown, Grid2x2, Grid3x3 } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router-dom';

import type { Project } from '../../../lib/api/answers';
import { inOrder } from '../../../lib/files/in-order';
import type { FileAddress } from '../../../lib/files/use-delete-files';
import { useSelection } from '../../../lib/files/use-selection';
import { fileCount } from '../../../lib/format';
import { FILE_PARAM } from '../../../lib/paths';
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
import { useUploads } from '../use-uploads';
import { ContactSheet, type Density } from './contact-sheet';
import { DamagedDownloadDialog } from './damaged-download-dialog';
import styles from './project-files.module.css';
import roll from './roll.svg';
import { UploadControls } from './upload-controls';
import { UploadNotes } from './upload-notes';

const Viewer = lazyDialog(() => import('./viewer'));

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

/** Which file is open and how large the frames are, by the page's address. */
function useShownFiles(files: readonly StoredFile[]) {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: { wasOpenedHere?: boolean } | null };
  const navigate = useNavigate();
  const openName = params.get(FILE_PARAM);
  const place = files.findIndex(({ filename }) => filename === openName);
  const change = (param: string, value: string | null, options?: NavigateOptions) => {
    const next = new URLSearchParams(params);
    if (value === null) next.delete(param);
    else next.set(param, value);
    setParams(next, { replace: true, preventScrollReset: true, state, ...options });
  };
  const isGoingBack = useRef(false);
  useEffect(() => {
    isGoingBack.current = false;
  }, [openName]);
  // The browser's Back closes what was opened here; a link to a file leads back to where the link was.
  const opening = { replace: false, state: { wasOpenedHere: true } };
  const density: Density = params.get(DENSITY_PARAM) === 'small' ? 'small' : 'large';
  return {
    open: files[place] ?? null,
    /** What is shown once the open file is deleted. */
    neighbour: (place < 0 ? null : (files[place + 1] ?? files[place - 1])) ?? null,
    density,
    chooseDensity: (chosen: Density) => change(DENSITY_PARAM, chosen === 'small' ? chosen : null),
    show: (file: StoredFile) =>
      change(FILE_PARAM, file.filename, openName === null ? opening : undefined),
    close: () => {
      if (!state?.wasOpenedHere) change(FILE_PARAM, null);
      // A second Escape, before the browser has gone back, would leave the page.
      else if (!isGoingBack.current) void navigate(-1);
      isGoingBack.current = true;
    },
  };
}

export function ProjectFiles({ project }: { project: Project }) {
  const { id } = project;
  const hintId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const uploads = useUploads(project);
  const ordered = useMemo(() => inOrder(project.files), [project.files]);
  const entries = sheetEntries(ordered, uploads.items);
  const files = entries.flatMap(({ file }) => file ?? []);
  const { open, neighbour, density, chooseDensity, show, close } = useShownFiles(files);
  const selection = useSelection(files, ({ filename }) => filename);
  const downloads = useDownloads(project);
  const { download, progress } = downloads;
  const [doomed, setDoomed] = useState<readonly FileAddress[]>([]);
  const askToDelete = (chosen: readonly StoredFile[]) =>
    setDoomed(chosen.map(({ filename }) => ({ projectId: id, filename })));
  const actions = {
    onOpen: useStableCallback(show),
    onDownload: useStableCallback((file: StoredFile) => download(file)),
    onDelete: useStableCallback((file: StoredFile) => askToDelete([file])),
  };
  const endQuestion = (isConfirmed: boolean) => {
    setDoomed([]);
    if (!isConfirmed || !open) return;
    if (neighbour) show(neighbour);
    else close();
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
          {files.length > 0 && (
            <Button isBusy={progress !== null} onClick={() => downloads.downloadAll(files)}>
              <FolderDown size={16} strokeWidth={1.6} aria-hidden />
              <span className={styles.word}>{progress ?? 'Download all'}</span>
            </Button>
          )}
        </div>
      </div>
      <UploadNotes
        uploads={uploads}
        title={project.title}
        hintId={hintId}
        isHelpShown={entries.length === 0}
      />
      {entries.length === 0 ? (
        <div className={styles.none}>
          <Drawing source={roll} viewBox="0 0 200 64" />
          <p>An unexposed roll. Files you upload appear here, frame by frame.</p>
        </div>
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
        isOpen={open !== null}
        onShow={show}
        onClose={close}
        onDownload={actions.onDownload}
        onDelete={actions.onDelete}
      />
      <DamagedDownloadDialog {...downloads} />
      <DeleteFileDialog
        files={doomed}
        onClose={endQuestion}
        focusAfterwards={neighbour ? null : heading}
      />
    </section>
  );
}
