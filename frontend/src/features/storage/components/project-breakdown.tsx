import { formatSize, type StorageUsage } from '@studiolo/contracts';
import { Link } from 'react-router-dom';

import { fileCount, usedPercent } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import styles from './project-breakdown.module.css';

export function ProjectBreakdown({ usage }: { usage: StorageUsage }) {
  return (
    <section aria-labelledby="by-project">
      <h2 id="by-project" className={styles.heading}>
        Storage by Project
      </h2>
      <ul>
        {usage.projects.map((project) => (
          <li key={project.project_id} className={styles.row}>
            <Link to={paths.project(project.project_id)} dir="auto" className={styles.title}>
              {project.project_title}
            </Link>
            <span className={styles.figures}>
              <span>{fileCount(project.file_count)}</span>
              <span className={styles.size}>{formatSize(project.total_size)}</span>
            </span>
            <span className={styles.track} aria-hidden>
              <span
                className={styles.bar}
                style={{ width: `${usedPercent(project.total_size, usage.quota_bytes)}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
