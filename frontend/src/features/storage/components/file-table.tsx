import { formatSize, type StorageUsage } from '@studiolo/contracts';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';

import { formatDate } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { useDeleteFiles } from '../../../lib/use-delete-files';
import { Button } from '../../../ui/button';
import { DeleteFileDialog } from '../../../ui/delete-file-dialog';
import { FileName } from '../../../ui/file-name';
import { Skeleton } from '../../../ui/skeleton';
import { type OwnedFile, useLargestFiles } from '../largest-files';
import styles from './file-table.module.css';

const SKELETON_ROWS = 4;

function FileRow({ file, onDelete }: { file: OwnedFile; onDelete: (file: OwnedFile) => void }) {
  const { filename, size, created_at: createdAt, projectId, projectTitle } = file;
  return (
    <tr data-whole-on-focus>
      <th scope="row" aria-label={filename} className={styles.name}>
        <FileName name={filename} />
      </th>
      <td dir="auto" className={styles.project}>
        <Link to={paths.project(projectId)}>{projectTitle}</Link>
      </td>
      <td className={styles.date}>
        <time dateTime={createdAt}>{formatDate(createdAt)}</time>
      </td>
      <td className={styles.size}>{formatSize(size)}</td>
      <td className={styles.action}>
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
      </td>
    </tr>
  );
}

function SkeletonRows() {
  return Array.from({ length: SKELETON_ROWS }, (_, index) => (
    <tr key={index} aria-hidden>
      <td colSpan={5}>
        <Skeleton height="1.6rem" />
      </td>
    </tr>
  ));
}

/** The files of the account, largest first, each with a delete button. */
export function FileTable({ projects }: { projects: StorageUsage['projects'] }) {
  const { files, isLoading, hasMore, showMore } = useLargestFiles(projects);
  const { mutate: deleteFiles } = useDeleteFiles();
  const heading = useRef<HTMLHeadingElement>(null);
  const hasDeleted = useRef(false);
  const [doomed, setDoomed] = useState<OwnedFile | null>(null);
  return (
    <section aria-labelledby="by-size" aria-busy={isLoading}>
      <h2 id="by-size" ref={heading} tabIndex={-1} className={styles.heading}>
        Files by Size
      </h2>
      <table className={styles.table}>
        <thead>
          <tr>
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
            <FileRow key={`${file.projectId}/${file.filename}`} file={file} onDelete={setDoomed} />
          ))}
          {isLoading && <SkeletonRows />}
        </tbody>
      </table>
      {hasMore && (
        <Button className={styles.more} size="small" onClick={showMore}>
          Show more
        </Button>
      )}
      <DeleteFileDialog
        filenames={doomed ? [doomed.filename] : []}
        onConfirm={() => {
          if (!doomed) return;
          hasDeleted.current = true;
          deleteFiles([{ projectId: doomed.projectId, filename: doomed.filename }]);
          setDoomed(null);
        }}
        onCancel={() => {
          hasDeleted.current = false;
          setDoomed(null);
        }}
        returnFocusTo={() => (hasDeleted.current ? heading.current : null)}
      />
    </section>
  );
}
