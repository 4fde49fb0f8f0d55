import { formatSize, type StoredFile } from '@studiolo/contracts';
import { ArrowLeft, ArrowRight, Download, Info, Trash2, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';

import { formatDate } from '../../../lib/format';
import { Button, IconButton } from '../../../ui/button';
import { FileName } from '../../../ui/file-name';
import type { DialogProps } from '../../../ui/lazy-dialog';
import { LiveRegion } from '../../../ui/live-region';
import { useDialogEvents } from '../../../ui/use-dialog-events';
import { CameraFacts } from './camera-facts';
import { Checksum } from './checksum';
import { FramePicture } from './frame-picture';
import styles from './viewer.module.css';
import { ViewerStage } from './viewer-stage';

interface ViewerProps extends DialogProps {
  projectId: string;
  files: readonly StoredFile[];
  current: StoredFile | null;
  /** The file that was shown until it was deleted elsewhere. */
  gone: StoredFile | null;
  onShow: (file: StoredFile) => void;
  onDownload: (file: StoredFile) => void;
  onDelete: (file: StoredFile) => void;
  /** Gets the focus on closing, instead of the frame of the last file. */
  focusAfterwards: RefObject<HTMLElement | null>;
}

const IDLE_AFTER_MS = 3000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** True while nobody has moved, pressed or typed for a while. */
function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const rest = () => setTimeout(() => setIsIdle(true), IDLE_AFTER_MS);
    let timer = rest();
    const onActivity = () => {
      clearTimeout(timer);
      timer = rest();
      setIsIdle(false);
    };
    for (const sign of SIGNS) window.addEventListener(sign, onActivity);
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS) window.removeEventListener(sign, onActivity);
    };
  }, []);
  return isIdle;
}

const Tool = (props: ComponentProps<typeof IconButton>) => (
  <IconButton title={props.label} {...props} />
);

function Details({ projectId, file }: { projectId: string; file: StoredFile }) {
  const { filename, size, sha256, created_at: createdAt } = file;
  return (
    <div className={styles.details}>
      <FileName name={filename} isWhole />
      <p className={styles.place}>
        {formatSize(size)} · <time dateTime={createdAt}>{formatDate(createdAt)}</time>
      </p>
      {sha256 && <Checksum key={sha256} sha256={sha256} />}
      <CameraFacts key={filename} projectId={projectId} file={file} />
    </div>
  );
}

interface FrameStripProps extends Pick<ViewerProps, 'projectId' | 'files' | 'onShow'> {
  current: StoredFile;
}

/** The frames of the project in a row, as on a film; the current one is kept in sight. */
function FrameStrip({ projectId, files, current, onShow }: FrameStripProps) {
  const strip = useRef<HTMLOListElement>(null);
  const { filename } = current;
  useEffect(() => {
    const frame = strip.current?.querySelector('[aria-current]');
    frame?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [filename]);
  return (
    <ol ref={strip} aria-label="Frames" className={styles.strip}>
      {files.map((file) => (
        <li key={file.filename}>
          <button
            type="button"
            aria-label={`Show ${file.filename}`}
            aria-current={file.filename === filename || undefined}
            className={styles.frame}
            onClick={() => onShow(file)}
          >
            <FramePicture projectId={projectId} file={file} />
          </button>
        </li>
      ))}
    </ol>
  );
}

function OpenViewer(props: ViewerProps & { current: StoredFile }) {
  const { projectId, files, current, onShow, onDownload, onDelete } = props;
  const { filename } = current;
  const [hasDetails, setHasDetails] = useState(false);
  const isIdle = useIdle();
  const isWaking = useRef(false);
  const isFaded = isIdle && !hasDetails;
  const index = files.findIndex((file) => file.filename === filename);
  const place = `${index + 1} of ${files.length}`;
  const showAt = (at: number) => {
    const file = files[at];
    if (file) onShow(file);
  };
  const toggleDetails = () => setHasDetails(!hasDetails);
  const onKeyDown = (event: KeyboardEvent) => {
    // Arrow keys on a film seek in it.
    if (event.target instanceof HTMLVideoElement) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const actions = new Map([
      ['ArrowLeft', () => showAt(index - 1)],
      ['ArrowRight', () => showAt(index + 1)],
      ['Home', () => showAt(0)],
      ['End', () => showAt(files.length - 1)],
      ['i', toggleDetails],
    ]);
    const action = actions.get(event.key);
    if (!action) return;
    event.preventDefault();
    action();
  };
  return (
    // Key events reach this element from anywhere in the dialog.
    <div
      role="presentation"
      className={styles.viewer}
      data-idle={isFaded || undefined}
      // The tap that brings the controls back does nothing else, though its click comes when they are back.
      onPointerDownCapture={({ pointerType }) => {
        isWaking.current = isFaded && pointerType === 'touch';
      }}
      onClickCapture={(event) => {
        const isByKey = event.detail === 0;
        if (isWaking.current && !isByKey) event.stopPropagation();
      }}
      onKeyDown={onKeyDown}
    >
      <ViewerStage
        key={filename}
        projectId={projectId}
        file={current}
        isFaded={isFaded}
        onStep={(steps) => showAt(index + steps)}
      />
      <div className={styles.bar}>
        <div className={styles.what}>
          <Dialog.Title dir="auto" aria-label={filename} className={styles.name}>
            <FileName name={filename} />
          </Dialog.Title>
          <p className={styles.place}>{place}</p>
        </div>
        <Tool
          label="Details"
          icon={Info}
          aria-pressed={hasDetails}
          aria-keyshortcuts="i"
          onClick={toggleDetails}
        />
        <Tool label="Download" icon={Download} onClick={() => onDownload(current)} />
        <Tool label="Delete" icon={Trash2} onClick={() => onDelete(current)} />
        <Dialog.Close asChild>
          <Tool label="Close" icon={X} iconSize={20} />
        </Dialog.Close>
      </div>
      {hasDetails && <Details projectId={projectId} file={current} />}
      <div className={styles.foot}>
        <Tool
          label="Previous file"
          icon={ArrowLeft}
          disabled={index <= 0}
          onClick={() => showAt(index - 1)}
        />
        <FrameStrip projectId={projectId} files={files} current={current} onShow={onShow} />
        <Tool
          label="Next file"
          icon={ArrowRight}
          disabled={index >= files.length - 1}
          onClick={() => showAt(index + 1)}
        />
      </div>
      <LiveRegion text={`${filename}, ${place}`} />
    </div>
  );
}

/** In the place of a file that was deleted elsewhere while it was looked at. */
function GoneFile({ filename }: { filename: string }) {
  return (
    <div className={styles.gone}>
      <Dialog.Title dir="auto" aria-label={filename} className={styles.name}>
        <FileName name={filename} />
      </Dialog.Title>
      <p role="alert">This file was deleted elsewhere.</p>
      <Dialog.Close asChild>
        <Button>Close</Button>
      </Dialog.Close>
    </div>
  );
}

function frameOf(filename: string): HTMLElement | null {
  const frames = document.querySelectorAll<HTMLElement>('[data-frame]');
  return [...frames].find(({ dataset }) => dataset.frame === filename) ?? null;
}

/** One file at a time over the whole window, in a dark surround. On closing, the focus goes to the frame of the last. */
export default function Viewer(props: ViewerProps) {
  const { current, gone, isOpen, onClose, focusAfterwards } = props;
  const [last, setLast] = useState('');
  if (current && current.filename !== last) setLast(current.filename);
  const events = useDialogEvents(onClose, () => {
    if (focusAfterwards.current) return focusAfterwards.current;
    const frame = frameOf(last);
    frame?.scrollIntoView({ block: 'nearest' });
    return frame;
  });
  return (
    <Dialog.Root open={isOpen} onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Content
          {...events}
          // It fills the window: what is pressed outside of it is a toast.
          onPointerDownOutside={(event) => event.preventDefault()}
          aria-describedby={undefined}
          data-viewer
          data-theme="dark"
          className={styles.surround}
        >
          {current && <OpenViewer {...props} current={current} />}
          {gone && <GoneFile filename={gone.filename} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
