import { formatSize, type StorageUsage } from '@studiolo/contracts';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';

import { spokenName } from '../../../lib/files/damage';
import { isRange, type Selection, useSelection } from '../../../lib/files/use-selection';
import { formatDate } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { Button, IconButton } from '../../../ui/button';
import { Picture } from '../../../ui/cover';
import { DeleteFileDialog } from '../../../ui/delete-file-dialog';
import { FileName } from '../../../ui/file-name';
import { RetryFailed } from '../../../ui/retry-failed';
import { SelectionBar } from '../../../ui/selection-bar';
import { Skeleton } from '../../../ui/skeleton';
import { useGridKeys } from '../../../ui/use-grid-keys';
import { type OwnedFile, useLargestFiles } from '../largest-files';
import styles from './file-table.module.css';

/** More would only be drawn below the window. */
const MAX_SKELETONS = 40;

const keyOf = ({ projectId, filename }: OwnedFile) => `${projectId}/${filename}`;

interface FileRowProps {
  file: OwnedFile;
  isSelected: boolean;
  isTabStop: boolean;
  onSelect: Selection<OwnedFile>['select'];
  onDelete: (files: readonly OwnedFile[]) => void;
}

function FileRow({ file, isSelected, isTabStop, onSelect, onDelete }: FileRowProps) {
  const { filename, size, created_at: createdAt, projectId, projectTitle } = file;
  return (
    <tr data-whole-on-focus aria-selected={isSelected}>
      <td className={styles.select}>
        <label>
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
      </td>
      <th scope="row" aria-label={spokenName(file)} className={styles.name}>
        <Link
          to={paths.file(projectId, filename)}
          data-grid-item={keyOf(file)}
          tabIndex={isTabStop ? 0 : -1}
          aria-keyshortcuts="Space Delete"
          className={styles.file}
        >
          <span className={styles.frame} aria-hidden>
            <Picture projectId={projectId} file={file} />
          </span>
          <FileName name={filename} />
        </Link>
      </th>
      <td className={styles.project}>
        <Link to={paths.project(projectId)} tabIndex={-1} dir="auto" className={styles.projectLink}>
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
          tabIndex={-1}
          label={`Delete ${filename}`}
          icon={Trash2}
          onClick={() => onDelete([file])}
        />
      </td>
    </tr>
  );
}

/** As high as rows of files. */
function SkeletonRows({ count }: { count: number }) {
  return Array.from({ length: Math.min(count, MAX_SKELETONS) }, (_, index) => (
    <tr key={index} aria-hidden>
      <td className={styles.select} />
      <th className={styles.name}>
        <span className={styles.file}>
          <span className={styles.frame} />
          <Skeleton width="60%" />
        </span>
      </th>
      <td className={styles.project}>
        <span className={styles.projectLink}>
          <Skeleton width="50%" height="1lh" />
        </span>
      </td>
      <td className={styles.date} />
      <td className={styles.size} />
      <td className={styles.action} />
    </tr>
  ));
}

export function FileTable({ projects }: { projects: StorageUsage['projects'] }) {
  const { files, isLoading, loadingCount, hasMore, showMore } = useLargestFiles(projects);
  const heading = useRef<HTMLHeadingElement>(null);
  const [filesToDelete, setFilesToDelete] = useState<readonly OwnedFile[]>([]);
  const selection = useSelection(files, keyOf);
  const { selected, select } = selection;
  const withFile = (act: (file: OwnedFile) => void) => (key: string) => {
    const file = files.find((one) => keyOf(one) === key);
    if (file) act(file);
  };
  const { grid, isTabStop, ...handlers } = useGridKeys<HTMLTableSectionElement>({
    keys: files.map(keyOf),
    onToggle: withFile((file) => select(file, !selected.includes(file))),
    onExtend: (from, to) => [from, to].forEach(withFile((file) => select(file, true))),
    onDelete: withFile((file) => setFilesToDelete([file])),
  });
  return (
    <section aria-labelledby="by-size" aria-busy={isLoading}>
      <div className={styles.head}>
        <h2 id="by-size" ref={heading} tabIndex={-1} className={styles.heading}>
          Files by Size
        </h2>
        <RetryFailed />
      </div>
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
        <tbody ref={grid} {...handlers}>
          {files.map((file) => (
            <FileRow
              key={keyOf(file)}
              file={file}
              isSelected={selected.includes(file)}
              isTabStop={isTabStop(keyOf(file))}
              onSelect={select}
              onDelete={setFilesToDelete}
            />
          ))}
          {isLoading && <SkeletonRows count={loadingCount} />}
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
        onDelete={setFilesToDelete}
        focusAfterwards={heading}
      />
      <DeleteFileDialog
        files={filesToDelete}
        onClose={() => setFilesToDelete([])}
        focusAfterwards={heading}
      />
    </section>
  );
}
