import { formatSize, type StoredFile } from '@studiolo/contracts';
import { Download, Trash2 } from 'lucide-react';

import { Button } from '../../../ui/button';
import { FileName } from '../../../ui/file-name';
import styles from './contact-sheet.module.css';
import { FramePicture } from './frame-picture';

interface FrameProps {
  projectId: string;
  file: StoredFile;
  number: number;
  onOpen: (file: StoredFile) => void;
  onDownload: (file: StoredFile) => void;
  onDelete: (file: StoredFile) => void;
}

/** As printed beside the frames of a film. */
function frameNumber(number: number): string {
  return String(number).padStart(2, '0');
}

function Frame({ projectId, file, number, onOpen, onDownload, onDelete }: FrameProps) {
  const { filename, size } = file;
  return (
    <li data-whole-on-focus className={styles.frame}>
      <button
        type="button"
        className={styles.open}
        aria-label={`Preview ${filename}`}
        onClick={() => {
          onOpen(file);
        }}
      >
        <FramePicture projectId={projectId} file={file} />
      </button>
      <div className={styles.edge}>
        <span className={styles.number} aria-hidden>
          {frameNumber(number)}
        </span>
        <span className={styles.name}>
          <FileName name={filename} />
        </span>
        <span className={styles.size}>{formatSize(size)}</span>
        <span className={styles.actions}>
          <Button
            variant="quiet"
            size="small"
            isIcon
            aria-label={`Download ${filename}`}
            onClick={() => {
              onDownload(file);
            }}
          >
            <Download size={15} strokeWidth={1.6} aria-hidden />
          </Button>
          <Button
            variant="quiet"
            size="small"
            isIcon
            aria-label={`Delete ${filename}`}
            onClick={() => {
              onDelete(file);
            }}
          >
            <Trash2 size={15} strokeWidth={1.6} aria-hidden />
          </Button>
        </span>
      </div>
    </li>
  );
}

interface ContactSheetProps extends Omit<FrameProps, 'file' | 'number'> {
  files: readonly StoredFile[];
}

/** The files of a project as frames on a strict grid. */
export function ContactSheet({ files, ...rest }: ContactSheetProps) {
  return (
    <ol className={styles.sheet} aria-label="Files">
      {files.map((file, index) => (
        <Frame key={file.filename} file={file} number={index + 1} {...rest} />
      ))}
    </ol>
  );
}
