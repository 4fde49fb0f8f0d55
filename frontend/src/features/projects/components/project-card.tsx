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
import styles from './project-card.module.css';
import { StatusMenu } from './status-menu';

interface ProjectCardProps {
  project: Project;
  /** For the board, below the heading of a column: without the description. */
  isCompact?: boolean;
  /** As high as the cards beside it, one of which has a picture. */
  isTall?: boolean;
  /** In a grid with arrow keys: whether Tab leads to it. */
  isTabStop?: boolean;
}

/** Memoized: scrolling a long list renders its rows again, but not their cards. */
export const ProjectCard = memo(function ProjectCard({
  project,
  isCompact = false,
  isTall = false,
  isTabStop,
}: ProjectCardProps) {
  const Heading = isCompact ? 'h3' : 'h2';
  const { id, title, client, description, status, files, created_at: createdAt } = project;
  const statusMenu = (
    <div className={styles.status}>
      <StatusMenu project={project} isBare={isCompact} isInGrid={isTabStop !== undefined} />
    </div>
  );
  return (
    <article
      className={classNames(
        styles.card,
        isCompact && styles.compact,
        isTall && styles.tall,
        statusToneClass(status),
      )}
    >
      <Cover project={project} className={styles.cover} />
      <ElsewhereMark projectId={id} {...(isCompact && { place: 'left' })} />
      {!isCompact && statusMenu}
      <Heading dir="auto" className={styles.title}>
        <Link
          to={paths.project(id)}
          draggable={false}
          className={styles.link}
          {...(isTabStop !== undefined && gridItem(id, isTabStop))}
        >
          {title}
        </Link>
      </Heading>
      {isCompact && statusMenu}
      <p dir="auto" className={styles.client}>
        {client}
      </p>
      {!isCompact && description && (
        <p dir="auto" className={styles.description}>
          {description}
        </p>
      )}
      <p className={styles.facts}>
        <span>{fileCount(files.length)}</span>
        <time dateTime={createdAt}>{formatDate(createdAt)}</time>
      </p>
    </article>
  );
});
