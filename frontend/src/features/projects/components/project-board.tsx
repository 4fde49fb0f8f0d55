import type { ProjectSort, ProjectStatus } from '@studiolo/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type DragEvent, useDeferredValue, useState } from 'react';

import type { Project } from '../../../lib/api/answers';
import { matchesStatus, type ProjectListFilter } from '../../../lib/projects/project-list-filter';
import { countOf, projectSummaryQuery } from '../../../lib/projects/project-lists';
import { displayStatus, filterStatuses, isSameStatus } from '../../../lib/projects/project-status';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import { GlidingList } from '../../../ui/gliding-list';
import { Skeleton } from '../../../ui/skeleton';
import { StatusBadge } from '../../../ui/status-badge';
import { projectPagesQuery } from '../api/project-pages-query';
import { useChangeStatus } from '../api/use-change-status';
import { followCard } from './follow-card';
import styles from './project-board.module.css';
import { ProjectCard } from './project-card';

interface ColumnProps {
  filter: ProjectListFilter & { status: ProjectStatus };
  sort: ProjectSort;
  /** How many projects it has; undefined until they are counted. */
  count: number | undefined;
  dragged: Project | null;
  onDrag: (project: Project | null) => void;
}

const columns = [...filterStatuses.map(({ value }) => value), 'cancelled'] as const;

/** As many of a column as a window shows. */
const FIRST_CARDS = 6;

/** The status to save for a column: the filter's `completed` is saved as `done`, as by the form. */
function savedAs(filter: ProjectStatus): ProjectStatus {
  return filter === 'completed' ? 'done' : filter;
}

interface CardsProps {
  projects: readonly Project[];
  onDrag: ColumnProps['onDrag'];
}

/** Draws what a window shows, and then the others in slices, so that the page answers meanwhile. */
function Cards({ projects, onDrag }: CardsProps) {
  const shown = useDeferredValue(projects, projects.slice(0, FIRST_CARDS));
  return (
    <GlidingList className={styles.cards}>
      {shown.map((project) => (
        <li
          key={project.id}
          draggable
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', project.title);
            onDrag(project);
          }}
          onDragEnd={() => onDrag(null)}
        >
          <ProjectCard project={project} isCompact />
        </li>
      ))}
    </GlidingList>
  );
}

function ColumnBody({ filter, sort, onDrag }: Pick<ColumnProps, 'filter' | 'sort' | 'onDrag'>) {
  const pages = useInfiniteQuery(projectPagesQuery(filter, sort));
  const { data: projects } = pages;
  if (!projects) {
    return (
      <div data-failed={pages.isError || undefined}>
        <Skeleton height="8rem" />
      </div>
    );
  }
  return (
    <>
      <Cards projects={projects} onDrag={onDrag} />
      {projects.length === 0 && !pages.hasNextPage && <p className={styles.none}>No projects</p>}
      {pages.hasNextPage && (
        <Button
          size="small"
          isBusy={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

function Column({ filter, sort, count, dragged, onDrag }: ColumnProps) {
  const status = savedAs(filter.status);
  const changeStatus = useChangeStatus();
  const canDrop = dragged !== null;
  const onDragOver = (event: DragEvent) => {
    if (canDrop) event.preventDefault();
  };
  const onDrop = (event: DragEvent) => {
    if (!dragged) return;
    event.preventDefault();
    onDrag(null);
    if (isSameStatus(dragged.status, status)) return;
    changeStatus.mutate({ project: dragged, status });
    followCard(dragged.id);
  };
  return (
    <section
      aria-label={displayStatus(status).label}
      className={classNames(styles.column, canDrop && styles.open)}
      onDragOver={onDragOver}
      onDrop={onDrop}
    >
      <h2 className={styles.heading}>
        <StatusBadge status={status} />
        <span className={styles.count}>{count}</span>
      </h2>
      <ColumnBody filter={filter} sort={sort} onDrag={onDrag} />
    </section>
  );
}

interface ProjectBoardProps {
  filter: ProjectListFilter;
  /** Of each column. */
  sort: ProjectSort;
}

/** Projects by status. Dragging a card does the same as its status button. */
export function ProjectBoard({ filter, sort }: ProjectBoardProps) {
  const [dragged, setDragged] = useState<Project | null>(null);
  const { data: summary, isFetched } = useQuery(projectSummaryQuery(filter));
  const shown = columns.filter((column) => {
    if (filter.status !== '') return matchesStatus(filter.status, column);
    return column !== 'cancelled' || (summary && countOf(summary, 'cancelled') > 0);
  });
  // Only the counts tell whether there is a column of cancelled projects.
  const isCounting = filter.status === '' && !summary && !isFetched;
  return (
    <div className={styles.board} aria-busy={isCounting}>
      {shown.map((column) => (
        <Column
          key={column}
          filter={{ ...filter, status: column }}
          sort={sort}
          count={summary && countOf(summary, column)}
          dragged={dragged}
          onDrag={setDragged}
        />
      ))}
    </div>
  );
}
