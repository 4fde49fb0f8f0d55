import type { ProjectSort } from '@studiolo/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue } from 'react';

import { paths } from '../../../lib/paths';
import type { ProjectListFilter } from '../../../lib/projects/project-list-filter';
import { projectSummaryQuery } from '../../../lib/projects/project-lists';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { LinkButton } from '../../../ui/link-button';
import { projectPagesQuery } from '../api/project-pages-query';
import type { ListDensity } from '../project-list-address';
import { ProjectCardSkeletons } from './project-card-skeletons';
import { ProjectList } from './project-list';
import styles from './project-results.module.css';

const SKELETONS = 8;

interface ProjectResultsProps {
  filter: ProjectListFilter;
  sort: ProjectSort;
  density: ListDensity;
  onClearFilters: () => void;
}

/** Shows skeletons until there are projects; a failure is only logged. */
export function ProjectResults({ filter, sort, density, onClearFilters }: ProjectResultsProps) {
  const pages = useInfiniteQuery(projectPagesQuery(filter, sort));
  const { data, isError, isFetching, isPlaceholderData, hasNextPage } = pages;
  const { fetchNextPage, isRefetching } = pages;
  // The first cards are drawn in slices, so that the page answers meanwhile.
  const hasCards = useDeferredValue(data !== undefined);
  const projects = hasCards ? data : undefined;
  const { data: summary } = useQuery(projectSummaryQuery(filter));
  // No further page is loaded during a reload. The list asks again when the callback changes after it.
  const onMore = useCallback(() => {
    if (!isRefetching) void fetchNextPage({ cancelRefetch: false });
  }, [fetchNextPage, isRefetching]);
  if (!projects) {
    return (
      <div aria-busy={isFetching} data-failed={isError || undefined}>
        <ProjectCardSkeletons count={SKELETONS} density={density} />
      </div>
    );
  }
  if (projects.length === 0 && !hasNextPage) {
    const isFiltered = filter.search !== '' || filter.status !== '';
    return isFiltered ? (
      <EmptyState title="No projects found" text="Try adjusting your search or filters.">
        <Button onClick={onClearFilters}>Clear filters</Button>
      </EmptyState>
    ) : (
      <EmptyState title="No projects found" text="Every client project begins as an empty frame.">
        <LinkButton to={paths.newProject}>Create Your First Project</LinkButton>
      </EmptyState>
    );
  }
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? styles.outdated : undefined}>
      <ProjectList
        projects={projects}
        total={Math.max(summary?.total ?? 0, projects.length)}
        // Rows of another height are another list.
        key={density}
        density={density}
        answerTo={isPlaceholderData ? 'another filter' : JSON.stringify(filter)}
        hasMore={hasNextPage}
        onMore={onMore}
      />
    </div>
  );
}
