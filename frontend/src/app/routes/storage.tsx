import { useQuery } from '@tanstack/react-query';

import { FileTable } from '../../features/storage/components/file-table';
import { ProjectBreakdown } from '../../features/storage/components/project-breakdown';
import { UsageOverview } from '../../features/storage/components/usage-overview';
import { storageUsageQuery } from '../../lib/api/queries';
import { paths } from '../../lib/paths';
import { EmptyState } from '../../ui/empty-state';
import { LinkButton } from '../../ui/link-button';
import { LoadFailed } from '../../ui/load-failed';
import { Page, PageHeader } from '../../ui/page';
import { Skeleton } from '../../ui/skeleton';
import styles from './storage.module.css';

const ROWS = 4;

function StorageLoading() {
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

function StorageBody() {
  const query = useQuery(storageUsageQuery);
  const { data: usage } = query;
  if (!usage) {
    if (!query.isError) return <StorageLoading />;
    return <LoadFailed title="Failed to fetch storage data" query={query} />;
  }
  return (
    <>
      <UsageOverview usage={usage} />
      {usage.projects.length === 0 ? (
        <EmptyState
          title="No files yet"
          text="Files you upload to your projects are listed here, the largest first."
        >
          <LinkButton to={paths.projects}>Go to Projects</LinkButton>
        </EmptyState>
      ) : (
        <>
          <FileTable projects={usage.projects} />
          <ProjectBreakdown usage={usage} />
        </>
      )}
    </>
  );
}

export function Component() {
  return (
    <Page title="Storage">
      <PageHeader heading="Storage" />
      <StorageBody />
    </Page>
  );
}
