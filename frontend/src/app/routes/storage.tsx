import { useQuery } from '@tanstack/react-query';

import { FileTable } from '../../features/storage/components/file-table';
import { ProjectBreakdown } from '../../features/storage/components/project-breakdown';
import { NoFilesYet, StorageLoading } from '../../features/storage/components/storage-states';
import { UsageOverview } from '../../features/storage/components/usage-overview';
import { storageUsageQuery } from '../../lib/queries';
import { LoadFailed } from '../../ui/load-failed';
import { Page, PageHeader } from '../../ui/page';

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
