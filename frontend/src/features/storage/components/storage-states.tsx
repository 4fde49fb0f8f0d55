import { paths } from '../../../lib/paths';
import { EmptyState } from '../../../ui/empty-state';
import { LinkButton } from '../../../ui/link-button';
import { Skeleton } from '../../../ui/skeleton';
import styles from './storage-states.module.css';

const ROWS = 4;

export function StorageLoading() {
  return (
    <div className={styles.loading} aria-busy>
      <Skeleton width="14rem" height="2.9rem" />
      <Skeleton height="2.75rem" />
      <div className={styles.rows}>
        {Array.from({ length: ROWS }, (_, index) => (
          <Skeleton key={index} height="2.5rem" />
        ))}
      </div>
    </div>
  );
}

export function NoFilesYet() {
  return (
    <EmptyState
      title="No files yet"
      text="Files you upload to your projects are listed here, the largest first."
    >
      <LinkButton to={paths.projects}>Go to Projects</LinkButton>
    </EmptyState>
  );
}
