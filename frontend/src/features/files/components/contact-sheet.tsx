import { formatSize, type StoredFile } from '@studiolo/contracts';
import { Download, Trash2 } from 'lucide-react';

import type { Selection } from '../../../lib/files/use-selection';
import { IconButton } from '../../../ui/button';
import { FileName } from '../../../ui/file-name';
import styles from './contact-sheet.module.css';
import { FramePicture } from './frame-picture';

interface FrameProps {
  projectId: string;
  file: StoredFile;
  number: number;
  selection: Selection<StoredFile>;
  onOpen: (file: StoredFile) => void;
  onDownload: (file: StoredFile) => void;
  onDelete: (file: StoredFile) => void;
}

function Frame(props: FrameProps) {
  const { projectId, file, number, selection, onOpen, onDownload, onDelete } = props;
  const { filename, size } = file;
  const isSelected = selection.selected.includes(file);
  return (
    <li data-whole-on-focus data-selected={isSelected || undefined} className={styles.frame}>
      <button
        type="button"
        className={styles.open}
        data-frame={filename}
        aria-label={`Preview ${filename}`}
        onClick={() => onOpen(file)}
      >
        <FramePicture projectId={projectId} file={file} />
      </button>
      <label className={styles.select}>
        <input
          type="checkbox"
          aria-label={`Select ${filename}`}
          checked={isSelected}
          onChange={(event) => selection.toggle(file, event)}
        />
      </label>
      <div className={styles.edge}>
        <span className={styles.number} aria-hidden>
          {String(number).padStart(2, '0')}
        </span>
        <span className={styles.name}>
          <FileName name={filename} />
        </span>
        <span className={styles.size}>{size > 0 && formatSize(size)}</span>
        <span className={styles.actions}>
          <IconButton
            size="small"
            label={`Download ${filename}`}
            icon={Download}
            onClick={() => onDownload(file)}
          />
          <IconButton
            size="small"
            label={`Delete ${filename}`}
            icon={Trash2}
            onClick={() => onDelete(file)}
          />
        </span>
      </div>
    </li>
  );
}

export type Density = 'large' | 'small';

interface ContactSheetProps extends Omit<FrameProps, 'file' | 'number'> {
  files: readonly StoredFile[];
  density: Density;
}

export function ContactSheet({ files, density, ...rest }: ContactSheetProps) {
  return (
    <ol
      className={styles.sheet}
      aria-label="Files"
      data-density={density}
      data-selecting={rest.selection.selected.length > 0 || undefined}
    >
      {files.map((file, index) => (
        <Frame key={file.filename} file={file} number={index + 1} {...rest} />
      ))}
    </ol>
  );
}
