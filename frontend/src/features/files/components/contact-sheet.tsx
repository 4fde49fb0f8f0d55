import { formatSize, type StoredFile } from '@studiolo/contracts';
import { Download, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';

import type { Selection } from '../../../lib/use-selection';
import { IconButton } from '../../../ui/button';
import { FileName } from '../../../ui/file-name';
import styles from './contact-sheet.module.css';
import { FramePicture } from './frame-picture';
import { useLongPress } from './use-long-press';

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
  const isSelected = selection.has(filename);
  const longPress = useLongPress(() => selection.toggle(filename));
  return (
    <li data-whole-on-focus data-selected={isSelected || undefined} className={styles.frame}>
      <button
        type="button"
        className={styles.open}
        data-frame={filename}
        aria-label={`Preview ${filename}`}
        {...longPress.handlers}
        onClick={(event) => {
          if (longPress.wasLong() || selection.press(filename, event)) return;
          onOpen(file);
        }}
      >
        <FramePicture projectId={projectId} file={file} />
      </button>
      <label className={styles.select}>
        <input
          type="checkbox"
          aria-label={`Select ${filename}`}
          checked={isSelected}
          onChange={({ nativeEvent }) => {
            if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey) return;
            selection.toggle(filename);
          }}
          onClick={(event) => {
            if (event.shiftKey) selection.extendTo(filename);
          }}
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
  onDeleteSelected: () => void;
}

/** The files of a project as frames on a strict grid. */
export function ContactSheet({ files, density, onDeleteSelected, ...rest }: ContactSheetProps) {
  const { selection } = rest;
  const onKeyDown = (event: KeyboardEvent) => {
    const isAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey);
    if (isAll) selection.all();
    else if (event.key === 'Escape') selection.clear();
    else if (event.key === 'Delete' && selection.selected.length > 0) onDeleteSelected();
    if (isAll) event.preventDefault();
  };
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- its frames take the keys
    <ol
      className={styles.sheet}
      aria-label="Files"
      data-density={density}
      data-selecting={selection.selected.length > 0 || undefined}
      onKeyDown={onKeyDown}
    >
      {files.map((file, index) => (
        <Frame key={file.filename} file={file} number={index + 1} {...rest} />
      ))}
    </ol>
  );
}
