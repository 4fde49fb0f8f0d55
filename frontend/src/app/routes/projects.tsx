import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';

import { ProjectBoard } from '../../features/projects/components/project-board';
import { ProjectFilters } from '../../features/projects/components/project-filters';
import { ProjectResults } from '../../features/projects/components/project-results';
import { useProjectListFilter } from '../../features/projects/use-project-list-filter';
import { projectCount } from '../../lib/format';
import { paths } from '../../lib/paths';
import { projectSummaryQuery } from '../../lib/projects/project-lists';
import { LinkButton } from '../../ui/link-button';
import { LiveRegion } from '../../ui/live-region';
import { Page, PageHeader } from '../../ui/page';
import { RetryFailed } from '../../ui/retry-failed';
import { Skeleton } from '../../ui/skeleton';

export function Component() {
  const { address, ...filters } = useProjectListFilter();
  const { search, status, sort, view, density } = address;
  const filter = { search, status };
  const { data: summary, isPlaceholderData, isError } = useQuery(projectSummaryQuery(filter));
  const count = summary ? projectCount(summary.total) : '';
  // With the search, the text changes and is announced even when the number stays the same.
  const found = count && search ? `${count} for ${search}` : count;
  return (
    <Page title="Projects" isWide>
      <PageHeader
        heading="Projects"
        subtitle={
          count || (
            <span data-failed={isError || undefined}>
              <Skeleton width="6rem" height="1lh" />
            </span>
          )
        }
        actions={
          <>
            <RetryFailed />
            <LinkButton to={paths.newProject} look={{ variant: 'primary' }}>
              <Plus size={16} strokeWidth={2} aria-hidden />
              New Project
            </LinkButton>
          </>
        }
      />
      <ProjectFilters {...filters} />
      <LiveRegion text={isPlaceholderData ? '' : found} />
      {view === 'board' ? (
        <ProjectBoard filter={filter} sort={sort} />
      ) : (
        <ProjectResults
          filter={filter}
          sort={sort}
          density={density}
          onClearFilters={() => filters.change({ search: '', status: '' })}
        />
      )}
    </Page>
  );
}
