import { formatSize, type StoredFile } from '@studiolo/contracts';
import { Download, Trash2 } from 'lucide-react';
import { memo } from 'react';

import { spokenName } from '../../../lib/files/damage';
import { isRange, type Selection } from '../../../lib/files/use-selection';
import { IconButton } from '../../../ui/button';
import { FileName } from '../../../ui/file-name';
import { useGridKeys } from '../../../ui/use-grid-keys';
import type { SheetEntry } from '../sheet-entries';
import type { UploadQueue } from '../upload-queue';
import type { Density } from '../use-shown-files';
import styles from './contact-sheet.module.css';
import { FramePicture } from './frame-picture';
import { UploadFrame } from './upload-frame';

interface FrameActions {
  onOpen: (file: StoredFile) => void;
  onDownload: (file: StoredFile) => void;
  onDelete: (file: StoredFile) => void;
}

interface FrameProps extends FrameActions {
  projectId: string;
  file: StoredFile;
  gridKey: string;
  number: number;
  isTabStop: boolean;
  isSelected: boolean;
  onSelect: Selection<StoredFile>['select'];
}

/** Memoized: a selection renders the frames that it changes, not all of a long sheet. */
const Frame = memo(function Frame(props: FrameProps) {
  const { projectId, file, gridKey, number, isTabStop, isSelected, onSelect } = props;
  const { onOpen, onDownload, onDelete } = props;
  const { filename, size } = file;
  const action = { size: 'small', tabIndex: -1 } as const;
  return (
    <li data-whole-on-focus data-selected={isSelected || undefined} className={styles.frame}>
      <button
        type="button"
        className={styles.open}
        data-frame={filename}
        data-grid-item={gridKey}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={`Preview ${spokenName(file)}`}
        aria-keyshortcuts="Space Delete"
        onClick={() => onOpen(file)}
      >
        <FramePicture projectId={projectId} file={file} />
      </button>
      <label className={styles.select}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Select ${filename}`}
          checked={isSelected}
          onChange={({ target, nativeEvent }) =>
            onSelect(file, target.checked, isRange(nativeEvent))
          }
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
            {...action}
            label={`Download ${filename}`}
            icon={Download}
            onClick={() => onDownload(file)}
          />
          <IconButton
            {...action}
            label={`Delete ${filename}`}
            icon={Trash2}
            onClick={() => onDelete(file)}
          />
        </span>
      </div>
    </li>
  );
});

interface ContactSheetProps extends FrameActions {
  projectId: string;
  entries: readonly SheetEntry[];
  queue: UploadQueue;
  density: Density;
  selection: Selection<StoredFile>;
}

/** One Tab stop: arrows go from frame to frame, Enter opens, Space selects, Shift with arrows extends, Delete asks. */
export function ContactSheet(props: ContactSheetProps) {
  const { entries, queue, density, selection, ...frame } = props;
  const { select } = selection;
  const selected = new Set(selection.selected);
  const files = new Map(entries.flatMap(({ key, file }) => (file ? [[key, file] as const] : [])));
  const withFile = (act: (file: StoredFile) => void) => (key: string) => {
    const file = files.get(key);
    if (file) act(file);
  };
  const { grid, isTabStop, ...handlers } = useGridKeys<HTMLOListElement>({
    keys: [...files.keys()],
    onToggle: withFile((file) => select(file, !selected.has(file))),
    onExtend: (from, to) => [from, to].forEach(withFile((file) => select(file, true))),
    onDelete: withFile(frame.onDelete),
  });
  return (
    <ol
      ref={grid}
      {...handlers}
      className={styles.sheet}
      aria-label="Files"
      data-density={density}
      data-selecting={selected.size > 0 || undefined}
    >
      {entries.map(({ key, file, item }, index) =>
        file ? (
          <Frame
            key={key}
            gridKey={key}
            file={file}
            number={index + 1}
            isTabStop={isTabStop(key)}
            isSelected={selected.has(file)}
            onSelect={select}
            {...frame}
          />
        ) : (
          item && <UploadFrame key={key} item={item} queue={queue} number={index + 1} />
        ),
      )}
    </ol>
  );
}
