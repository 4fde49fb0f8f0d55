import { RecentProjects } from '../../features/dashboard/components/recent-projects';
import { Shortcuts } from '../../features/dashboard/components/shortcuts';
import { StatCards } from '../../features/dashboard/components/stat-cards';
import { useUser } from '../../lib/session';
import { Page, PageHeader } from '../../ui/page';

export function Component() {
  const { name } = useUser();
  return (
    <Page title="Dashboard">
      <PageHeader
        heading={
          <>
            Welcome, <bdi>{name}</bdi>
          </>
        }
        subtitle="Where your work stands today."
      />
      <StatCards />
      <RecentProjects />
      <Shortcuts />
    </Page>
  );
}
