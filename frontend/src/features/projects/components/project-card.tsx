import { memo } from 'react';
import { Link } from 'react-router-dom';

import type { Project } from '../../../lib/api/answers';
import { fileCount, formatDate } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { classNames } from '../../../ui/class-names';
import { Cover } from '../../../ui/cover';
import { ElsewhereMark } from '../../../ui/elsewhere-mark';
import { statusToneClass } from '../../../ui/status-badge';
import styles from './project-card.module.css';
import { StatusMenu } from './status-menu';

interface ProjectCardProps {
  project: Project;
  headingLevel?: 'h2' | 'h3';
  /** Without the description, for the board. */
  isCompact?: boolean;
  onStatusChosen?: (project: Project) => void;
}

function Card({
  project,
  headingLevel: Heading = 'h2',
  isCompact = false,
  onStatusChosen,
}: ProjectCardProps) {
  const { id, title, client, description, status, files, created_at: createdAt } = project;
  return (
    <article
      className={classNames(styles.card, isCompact && styles.compact, statusToneClass(status))}
    >
      <ElsewhereMark projectId={id} />
      <div className={styles.status}>
        <StatusMenu project={project} onChosen={() => onStatusChosen?.(project)} />
      </div>
      <Heading dir="auto" className={styles.title}>
        <Link to={paths.project(id)} draggable={false} className={styles.link}>
          {title}
        </Link>
      </Heading>
      <p dir="auto" className={styles.client}>
        {client}
      </p>
      {!isCompact && description && (
        <p dir="auto" className={styles.description}>
          {description}
        </p>
      )}
      <Cover project={project} className={styles.cover} />
      <p className={styles.facts}>
        <span>{fileCount(files.length)}</span>
        <time dateTime={createdAt}>{formatDate(createdAt)}</time>
      </p>
    </article>
  );
}

/** Memoized: scrolling a long list renders its rows again, but not their cards. */
export const ProjectCard = memo(Card);
