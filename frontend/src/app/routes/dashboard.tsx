import { Plus } from 'lucide-react';

import { DraftOffers } from '../../features/dashboard/components/draft-offers';
import { RecentProjects } from '../../features/dashboard/components/recent-projects';
import { Shortcuts } from '../../features/dashboard/components/shortcuts';
import { StatCards } from '../../features/dashboard/components/stat-cards';
import { Waiting } from '../../features/dashboard/components/waiting';
import { StatusMenu } from '../../features/projects/components/status-menu';
import type { Project } from '../../lib/api/answers';
import { paths } from '../../lib/paths';
import { useUser } from '../../lib/session/session';
import { LinkButton } from '../../ui/link-button';
import { Page, PageHeader } from '../../ui/page';
import { RetryFailed } from '../../ui/retry-failed';

const statusOf = (project: Project) => <StatusMenu project={project} />;

export function Component() {
  const { name } = useUser();
  return (
    <Page title="Dashboard">
      <PageHeader
        heading={
          <>
            Welcome, <bdi data-known="name">{name}</bdi>
          </>
        }
        subtitle={<Waiting />}
        actions={
          <>
            <RetryFailed />
            <LinkButton to={paths.newProject}>
              <Plus size={16} strokeWidth={1.8} aria-hidden />
              New Project
            </LinkButton>
          </>
        }
      />
      <DraftOffers />
      <StatCards />
      <RecentProjects statusOf={statusOf} />
      <Shortcuts />
    </Page>
  );
}
