import { formatSize, type StorageUsage } from '@studiolo/contracts';

import { usageLevel, usedPercent } from '../../../lib/format';
import { Banner } from '../../../ui/banner';
import { StorageGauge } from '../../../ui/storage-gauge';
import styles from './usage-overview.module.css';

const LOW_SPACE = "You're running low on storage space. Consider deleting unused files.";

export function UsageOverview({ usage }: { usage: StorageUsage }) {
  const { total_storage_bytes: used, quota_bytes: quota, total_files: files } = usage;
  const percent = usedPercent(used, quota);
  return (
    <section aria-labelledby="usage-heading" className={styles.overview}>
      <h2 id="usage-heading" className={styles.heading}>
        Storage Usage
      </h2>
      <p className={styles.figures}>
        <span>
          <strong className={styles.used}>{formatSize(used)}</strong> of {formatSize(quota)}
        </span>
        <span className={styles.percent}>{percent}%</span>
      </p>
      <StorageGauge percent={percent} label="Storage used" />
      <dl className={styles.facts}>
        <div>
          <dt>Available</dt>
          <dd>{formatSize(Math.max(0, quota - used))}</dd>
        </div>
        <div>
          <dt>Total files</dt>
          <dd>{files}</dd>
        </div>
        <div>
          <dt>Projects with files</dt>
          <dd>{usage.projects.length}</dd>
        </div>
      </dl>
      {usageLevel(percent) === 'critical' && <Banner type="warning">{LOW_SPACE}</Banner>}
    </section>
  );
}
