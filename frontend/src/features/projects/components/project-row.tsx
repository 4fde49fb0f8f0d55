import { memo } from 'react';
import { Link } from 'react-router-dom';

import type { Project } from '../../../lib/api/answers';
import { fileCount, formatDate } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { classNames } from '../../../ui/class-names';
import { Cover } from '../../../ui/cover';
import { ElsewhereMark } from '../../../ui/elsewhere-mark';
import { statusToneClass } from '../../../ui/status-badge';
import { gridItem } from '../../../ui/use-grid-keys';
import styles from './project-row.module.css';
import { StatusMenu } from './status-menu';

interface ProjectRowProps {
  project: Project;
  isTabStop: boolean;
}

/** A project in one line of the dense list. */
export const ProjectRow = memo(function ProjectRow({ project, isTabStop }: ProjectRowProps) {
  const { id, title, client, status, files, created_at: createdAt } = project;
  return (
    <article className={classNames(styles.row, statusToneClass(status))}>
      <ElsewhereMark projectId={id} />
      <div className={styles.status}>
        <StatusMenu project={project} isInGrid />
      </div>
      <div className={styles.frame}>
        <Cover project={project} isSmall />
      </div>
      <h2 dir="auto" className={styles.title}>
        <Link
          to={paths.project(id)}
          draggable={false}
          className={styles.link}
          {...gridItem(id, isTabStop)}
        >
          {title}
        </Link>
      </h2>
      <p dir="auto" className={styles.client}>
        {client}
      </p>
      <p className={styles.count}>{fileCount(files.length)}</p>
      <time dateTime={createdAt} className={styles.date}>
        {formatDate(createdAt)}
      </time>
    </article>
  );
});
