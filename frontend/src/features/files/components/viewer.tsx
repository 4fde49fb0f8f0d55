import { formatSize, type StoredFile } from '@studiolo/contracts';
import { ArrowLeft, ArrowRight, Download, Info, Trash2, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';

import { formatDate } from '../../../lib/format';
import { Button } from '../../../ui/button';
import { FileName } from '../../../ui/file-name';
import { LiveRegion } from '../../../ui/live-region';
import { useReturnFocus } from '../../../ui/use-return-focus';
import { CameraFacts } from './camera-facts';
import { FrameStrip } from './frame-strip';
import { useIdle } from './use-idle';
import styles from './viewer.module.css';
import { ViewerStage } from './viewer-stage';

interface ViewerProps {
  projectId: string;
  files: readonly StoredFile[];
  /** The file shown; null keeps the viewer closed. */
  current: StoredFile | null;
  onShow: (file: StoredFile) => void;
  onClose: () => void;
  onDownload: (file: StoredFile) => void;
  onDelete: (file: StoredFile) => void;
}

interface OpenViewerProps extends ViewerProps {
  current: StoredFile;
}

const Tool = (props: ComponentProps<typeof Button>) => (
  <Button variant="quiet" isIcon title={props['aria-label']} {...props} />
);

/** Arrow keys on a film seek in it. */
function ownsArrows(target: EventTarget): boolean {
  return target instanceof HTMLVideoElement;
}

function useSteps({ files, current, onShow }: OpenViewerProps) {
  const index = files.findIndex(({ filename }) => filename === current.filename);
  const showAt = (place: number) => {
    const file = files[place];
    if (file) onShow(file);
  };
  return { index, showAt };
}

interface BarProps extends OpenViewerProps {
  place: string;
  hasDetails: boolean;
  onDetails: () => void;
}

function Bar({ current, place, hasDetails, onDetails, onDownload, onDelete }: BarProps) {
  const { filename } = current;
  return (
    <div className={styles.bar}>
      <div className={styles.what}>
        <Dialog.Title dir="auto" aria-label={filename} className={styles.name}>
          <FileName name={filename} />
        </Dialog.Title>
        <p className={styles.place}>{place}</p>
      </div>
      <Tool
        aria-label="Details"
        aria-pressed={hasDetails}
        aria-keyshortcuts="i"
        onClick={onDetails}
      >
        <Info size={18} strokeWidth={1.6} aria-hidden />
      </Tool>
      <Tool aria-label="Download" onClick={() => onDownload(current)}>
        <Download size={18} strokeWidth={1.6} aria-hidden />
      </Tool>
      <Tool aria-label="Delete" onClick={() => onDelete(current)}>
        <Trash2 size={18} strokeWidth={1.6} aria-hidden />
      </Tool>
      <Dialog.Close asChild>
        <Tool aria-label="Close">
          <X size={20} strokeWidth={1.6} aria-hidden />
        </Tool>
      </Dialog.Close>
    </div>
  );
}

interface FootProps extends OpenViewerProps {
  index: number;
  showAt: (place: number) => void;
}

function Foot({ projectId, files, current, index, showAt, onShow }: FootProps) {
  return (
    <div className={styles.foot}>
      <Tool aria-label="Previous file" disabled={index <= 0} onClick={() => showAt(index - 1)}>
        <ArrowLeft size={18} strokeWidth={1.6} aria-hidden />
      </Tool>
      <FrameStrip projectId={projectId} files={files} current={current} onShow={onShow} />
      <Tool
        aria-label="Next file"
        disabled={index >= files.length - 1}
        onClick={() => showAt(index + 1)}
      >
        <ArrowRight size={18} strokeWidth={1.6} aria-hidden />
      </Tool>
    </div>
  );
}

function OpenViewer(props: OpenViewerProps) {
  const { projectId, files, current } = props;
  const { filename, size, created_at: createdAt } = current;
  const [hasDetails, setHasDetails] = useState(false);
  const { index, showAt } = useSteps(props);
  const isIdle = useIdle();
  const toggleDetails = () => setHasDetails(!hasDetails);
  const place = `${index + 1} of ${files.length}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (ownsArrows(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => showAt(index - 1),
      ArrowRight: () => showAt(index + 1),
      Home: () => showAt(0),
      End: () => showAt(files.length - 1),
      i: toggleDetails,
    };
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (!action) return;
    event.preventDefault();
    action();
  };
  return (
    // Key events reach this element from anywhere in the dialog.
    <div
      role="presentation"
      className={styles.viewer}
      data-idle={(isIdle && !hasDetails) || undefined}
      onKeyDown={onKeyDown}
    >
      <ViewerStage
        key={filename}
        projectId={projectId}
        file={current}
        onStep={(steps) => showAt(index + steps)}
      />
      <Bar {...props} place={place} hasDetails={hasDetails} onDetails={toggleDetails} />
      {hasDetails && (
        <div className={styles.details}>
          <FileName name={filename} isWhole />
          <p className={styles.place}>
            {formatSize(size)} · <time dateTime={createdAt}>{formatDate(createdAt)}</time>
          </p>
          <CameraFacts key={filename} projectId={projectId} file={current} />
        </div>
      )}
      <Foot {...props} index={index} showAt={showAt} />
      <LiveRegion text={`${filename}, ${place}`} />
    </div>
  );
}

function frameOf(filename: string): HTMLElement | null {
  const frames = document.querySelectorAll<HTMLElement>('[data-frame]');
  return [...frames].find(({ dataset }) => dataset.frame === filename) ?? null;
}

/** One file at a time over the whole window, in a dark surround. On closing, the focus goes to the frame of the last. */
export function Viewer(props: ViewerProps) {
  const { current, onClose } = props;
  const [last, setLast] = useState('');
  if (current && current.filename !== last) setLast(current.filename);
  const focus = useReturnFocus(() => frameOf(last));
  return (
    <Dialog.Root
      open={current !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          data-theme="dark"
          className={styles.surround}
        >
          {current && <OpenViewer {...props} current={current} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
