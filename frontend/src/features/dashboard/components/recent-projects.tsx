import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { Link } from 'react-router-dom';

import type { Project } from '../../../lib/api/answers';
import { formatDate } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { latestProjectsQuery } from '../../../lib/projects/project-lists';
import { classNames } from '../../../ui/class-names';
import { Cover } from '../../../ui/cover';
import { ElsewhereMark } from '../../../ui/elsewhere-mark';
import { EmptyState } from '../../../ui/empty-state';
import { GlidingList } from '../../../ui/gliding-list';
import { LinkButton } from '../../../ui/link-button';
import { Skeleton } from '../../../ui/skeleton';
import { statusToneClass } from '../../../ui/status-badge';
import styles from './recent-projects.module.css';

const SKELETON_ROWS = 5;

interface RecentProjectsProps {
  /** The control for the status of a project, which another feature has. */
  statusOf: (project: Project) => ReactNode;
}

function ProjectRow({ project, statusOf }: RecentProjectsProps & { project: Project }) {
  const { id, title, client, status, created_at } = project;
  return (
    <li className={classNames(styles.row, statusToneClass(status))}>
      <ElsewhereMark projectId={id} />
      <div className={styles.name}>
        <Link to={paths.project(id)} dir="auto" className={styles.title}>
          {title}
        </Link>
        <span dir="auto" className={styles.client}>
          {client}
        </span>
      </div>
      <Cover project={project} className={styles.cover} />
      <div className={styles.status}>{statusOf(project)}</div>
      <time dateTime={created_at} className={styles.date}>
        {formatDate(created_at)}
      </time>
    </li>
  );
}

function LoadingRows() {
  return Array.from({ length: SKELETON_ROWS }, (_, index) => (
    <li key={index} className={styles.row}>
      <div className={styles.name}>
        <Skeleton width="55%" height="1.15rem" />
        <Skeleton width="30%" height="0.9rem" />
      </div>
      <div className={styles.cover}>
        <Skeleton height="4rem" />
      </div>
      <div className={styles.status}>
        <Skeleton width="6rem" height="0.8rem" />
      </div>
      <div className={styles.date}>
        <Skeleton width="5rem" height="0.8rem" />
      </div>
    </li>
  ));
}

/** The newest projects. A failure to fetch them is only logged. */
export function RecentProjects({ statusOf }: RecentProjectsProps) {
  const { data, isLoading, isError } = useQuery(latestProjectsQuery);
  // Rows are drawn in slices, so that the page answers meanwhile.
  const projects = useDeferredValue(data);
  return (
    <section aria-labelledby="recent-projects" className={styles.section}>
      <div className={styles.head}>
        <h2 id="recent-projects">Recent Projects</h2>
        {projects && projects.length > 0 && (
          <p>
            <Link to={paths.projects}>All projects</Link>
          </p>
        )}
      </div>
      {projects?.length === 0 ? (
        <EmptyState
          title="The room is ready"
          text="A project holds a client’s brief, its status and its files. Start with the next one on your desk."
        >
          <LinkButton to={paths.newProject} look={{ variant: 'primary' }}>
            Create Your First Project
          </LinkButton>
        </EmptyState>
      ) : (
        <GlidingList
          aria-busy={isLoading}
          data-failed={isError || undefined}
          className={styles.rows}
        >
          {projects?.map((project) => (
            <ProjectRow key={project.id} project={project} statusOf={statusOf} />
          )) ?? <LoadingRows />}
        </GlidingList>
      )}
    </section>
  );
}
