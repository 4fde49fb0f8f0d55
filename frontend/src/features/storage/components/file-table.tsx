import { formatSize, type StorageUsage } from '@studiolo/contracts';
import { Trash2 } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { Link } from 'react-router-dom';

import { formatDate } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { useSelection } from '../../../lib/use-selection';
import { Button, IconButton } from '../../../ui/button';
import { Picture } from '../../../ui/cover';
import { DeleteFileDialog } from '../../../ui/delete-file-dialog';
import { FileName } from '../../../ui/file-name';
import { LiveRegion } from '../../../ui/live-region';
import { Skeleton } from '../../../ui/skeleton';
import { type OwnedFile, useLargestFiles } from '../largest-files';
import styles from './file-table.module.css';

const SKELETON_ROWS = 4;

const keyOf = ({ projectId, filename }: OwnedFile) => `${projectId}/${filename}`;

interface FileRowProps {
  file: OwnedFile;
  isSelected: boolean;
  onSelect: () => void;
  onDelete: (files: readonly OwnedFile[]) => void;
}

function FileRow({ file, isSelected, onSelect, onDelete }: FileRowProps) {
  const { filename, size, created_at: createdAt, projectId, projectTitle } = file;
  return (
    <tr data-whole-on-focus aria-selected={isSelected}>
      <td className={styles.select}>
        <label>
          <input
            type="checkbox"
            aria-label={`Select ${filename}`}
            checked={isSelected}
            onChange={onSelect}
          />
        </label>
      </td>
      <th scope="row" aria-label={filename} className={styles.name}>
        <Link to={paths.file(projectId, filename)} className={styles.file}>
          <span className={styles.frame} aria-hidden>
            <Picture projectId={projectId} file={file} />
          </span>
          <FileName name={filename} />
        </Link>
      </th>
      <td className={styles.project}>
        <Link to={paths.project(projectId)} dir="auto" className={styles.projectLink}>
          {projectTitle}
        </Link>
      </td>
      <td className={styles.date}>
        <time dateTime={createdAt}>{formatDate(createdAt)}</time>
      </td>
      <td className={styles.size}>{formatSize(size)}</td>
      <td className={styles.action}>
        <IconButton
          size="small"
          label={`Delete ${filename}`}
          icon={Trash2}
          onClick={() => onDelete([file])}
        />
      </td>
    </tr>
  );
}

interface HeadingProps {
  heading: RefObject<HTMLHeadingElement | null>;
  selected: readonly OwnedFile[];
  onClear: () => void;
  onDelete: (files: readonly OwnedFile[]) => void;
}

/** The heading, and what can be done with the selected files. */
function Heading({ heading, selected, onClear, onDelete }: HeadingProps) {
  const bytes = selected.reduce((sum, { size }) => sum + size, 0);
  const text = `${selected.length} selected, frees ${formatSize(bytes)}`;
  return (
    <div className={styles.head}>
      <h2 id="by-size" ref={heading} tabIndex={-1} className={styles.heading}>
        Files by Size
      </h2>
      <LiveRegion text={selected.length > 0 ? text : ''} />
      {selected.length > 0 && (
        <div role="group" aria-label="Selected files" className={styles.selection}>
          <span aria-hidden>{text}</span>
          <Button variant="quiet" size="small" onClick={onClear}>
            Clear
          </Button>
          <Button variant="danger" size="small" onClick={() => onDelete(selected)}>
            <Trash2 size={15} strokeWidth={1.6} aria-hidden />
            Delete selected
          </Button>
        </div>
      )}
    </div>
  );
}

function SkeletonRows() {
  return Array.from({ length: SKELETON_ROWS }, (_, index) => (
    <tr key={index} aria-hidden>
      <td colSpan={6}>
        <Skeleton height="1.6rem" />
      </td>
    </tr>
  ));
}

/** The files of the account, largest first, to open or delete. */
export function FileTable({ projects }: { projects: StorageUsage['projects'] }) {
  const { files, isLoading, hasMore, showMore } = useLargestFiles(projects);
  const heading = useRef<HTMLHeadingElement>(null);
  const [doomed, setDoomed] = useState<readonly OwnedFile[]>([]);
  const { selected, toggle, clear } = useSelection(files, keyOf);
  return (
    <section aria-labelledby="by-size" aria-busy={isLoading}>
      <Heading heading={heading} selected={selected} onClear={clear} onDelete={setDoomed} />
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className={styles.hidden}>Selected</span>
            </th>
            <th scope="col">File</th>
            <th scope="col">Project</th>
            <th scope="col">Added</th>
            <th scope="col" className={styles.size}>
              Size
            </th>
            <th scope="col">
              <span className={styles.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <FileRow
              key={keyOf(file)}
              file={file}
              isSelected={selected.includes(file)}
              onSelect={() => toggle(keyOf(file))}
              onDelete={setDoomed}
            />
          ))}
          {isLoading && <SkeletonRows />}
        </tbody>
      </table>
      {hasMore && (
        <Button className={styles.more} size="small" onClick={showMore}>
          Show more
        </Button>
      )}
      <DeleteFileDialog files={doomed} onClose={() => setDoomed([])} focusAfterwards={heading} />
    </section>
  );
}
