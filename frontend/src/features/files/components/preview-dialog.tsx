import { formatSize, type StoredFile } from '@studiolo/contracts';
import { ArrowLeft, ArrowRight, Download, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';

import { formatDate } from '../../../lib/format';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { FileName } from '../../../ui/file-name';
import { LiveRegion } from '../../../ui/live-region';
import { CameraFacts } from './camera-facts';
import { PreviewBody } from './preview-body';
import styles from './preview-dialog.module.css';

interface PreviewDialogProps {
  projectId: string;
  files: readonly StoredFile[];
  /** The file shown; null keeps the dialog closed. */
  current: StoredFile | null;
  onShow: (file: StoredFile) => void;
  onClose: () => void;
  onDownload: (file: StoredFile) => void;
  onDelete: (file: StoredFile) => void;
}

/** Arrow keys on a film seek in it. */
function ownsArrows(target: EventTarget): boolean {
  return target instanceof HTMLVideoElement;
}

function useSteps({ files, current, onShow }: PreviewDialogProps) {
  const index = files.findIndex(({ filename }) => filename === current?.filename);
  const at = (place: number) => files[place];
  const show = (file: StoredFile | undefined) => {
    if (file) onShow(file);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (ownsArrows(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
    const targets: Record<string, StoredFile | undefined> = {
      ArrowLeft: at(index - 1),
      ArrowRight: at(index + 1),
      Home: at(0),
      End: files.at(-1),
    };
    if (!Object.hasOwn(targets, event.key)) return;
    event.preventDefault();
    show(targets[event.key]);
  };
  return { index, previous: at(index - 1), next: at(index + 1), show, onKeyDown };
}

/** Shows the files one at a time; arrow keys, Home and End go to others. */
export function PreviewDialog(props: PreviewDialogProps) {
  const { projectId, files, current, onClose, onDownload, onDelete } = props;
  const { index, previous, next, show, onKeyDown } = useSteps(props);
  const place = `${index + 1} of ${files.length}`;
  return (
    // Key events reach this element from anywhere in the dialog.
    <div role="presentation" onKeyDown={onKeyDown}>
      <Dialog
        isOpen={current !== null}
        onClose={onClose}
        title={current && <FileName name={current.filename} isWhole />}
        size="full"
      >
        {current && (
          <>
            <div className={styles.stage}>
              <PreviewBody key={current.filename} projectId={projectId} file={current} />
            </div>
            <div className={styles.bar}>
              <p className={styles.facts}>
                <span>{place}</span>
                <span>{formatSize(current.size)}</span>
                <time dateTime={current.created_at}>{formatDate(current.created_at)}</time>
              </p>
              <Button
                isIcon
                aria-label="Previous file"
                disabled={!previous}
                onClick={() => {
                  show(previous);
                }}
              >
                <ArrowLeft size={17} strokeWidth={1.6} aria-hidden />
              </Button>
              <Button
                isIcon
                aria-label="Next file"
                disabled={!next}
                onClick={() => {
                  show(next);
                }}
              >
                <ArrowRight size={17} strokeWidth={1.6} aria-hidden />
              </Button>
              <Button
                onClick={() => {
                  onDownload(current);
                }}
              >
                <Download size={16} strokeWidth={1.6} aria-hidden />
                Download
              </Button>
              <Button
                variant="danger"
                onClick={() => {
                  onDelete(current);
                }}
              >
                <Trash2 size={16} strokeWidth={1.6} aria-hidden />
                Delete
              </Button>
            </div>
            <CameraFacts key={current.filename} projectId={projectId} file={current} />
            <LiveRegion text={`${current.filename}, ${place}`} />
          </>
        )}
      </Dialog>
    </div>
  );
}
