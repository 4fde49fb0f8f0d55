import { formatSize, type StorageUsage } from '@studiolo/contracts';
import { Trash2 } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';

import { useSelection } from '../../../lib/files/use-selection';
import { formatDate } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { Button, IconButton } from '../../../ui/button';
import { Picture } from '../../../ui/cover';
import { DeleteFileDialog } from '../../../ui/delete-file-dialog';
import { FileName } from '../../../ui/file-name';
import { SelectionBar } from '../../../ui/selection-bar';
import { Skeleton } from '../../../ui/skeleton';
import { type OwnedFile, useLargestFiles } from '../largest-files';
import styles from './file-table.module.css';

const SKELETON_ROWS = 4;

const keyOf = ({ projectId, filename }: OwnedFile) => `${projectId}/${filename}`;

interface FileRowProps {
  file: OwnedFile;
  isSelected: boolean;
  onSelect: (event: ChangeEvent<HTMLInputElement>) => void;
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

function SkeletonRows() {
  return Array.from({ length: SKELETON_ROWS }, (_, index) => (
    <tr key={index} aria-hidden>
      <td colSpan={6}>
        <Skeleton height="1.6rem" />
      </td>
    </tr>
  ));
}

export function FileTable({ projects }: { projects: StorageUsage['projects'] }) {
  const { files, isLoading, hasMore, showMore } = useLargestFiles(projects);
  const heading = useRef<HTMLHeadingElement>(null);
  const [doomed, setDoomed] = useState<readonly OwnedFile[]>([]);
  const selection = useSelection(files, keyOf);
  return (
    <section aria-labelledby="by-size" aria-busy={isLoading}>
      <h2 id="by-size" ref={heading} tabIndex={-1} className={styles.heading}>
        Files by Size
      </h2>
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
              isSelected={selection.selected.includes(file)}
              onSelect={(event) => selection.toggle(file, event)}
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
      <SelectionBar
        selection={selection}
        verb="frees "
        onDelete={setDoomed}
        focusAfterwards={heading}
      />
      <DeleteFileDialog files={doomed} onClose={() => setDoomed([])} focusAfterwards={heading} />
    </section>
  );
}
