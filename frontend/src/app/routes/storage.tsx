import { useQuery } from '@tanstack/react-query';

import { FileTable } from '../../features/storage/components/file-table';
import { ProjectBreakdown } from '../../features/storage/components/project-breakdown';
import {
  NoFilesYet,
  StorageError,
  StorageLoading,
} from '../../features/storage/components/storage-states';
import { UsageOverview } from '../../features/storage/components/usage-overview';
import { storageUsageQuery } from '../../lib/queries';
import { Page, PageHeader } from '../../ui/page';

function StorageBody() {
  const { data: usage, isError, isFetching, refetch } = useQuery(storageUsageQuery);
  if (!usage) {
    return isError ? (
      <StorageError isRetrying={isFetching} onRetry={() => void refetch()} />
    ) : (
      <StorageLoading />
    );
  }
  return (
    <>
      <UsageOverview usage={usage} />
      {usage.projects.length === 0 ? (
        <NoFilesYet />
      ) : (
        <>
          <ProjectBreakdown usage={usage} />
          <FileTable projects={usage.projects} />
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
