import { BackToProjects } from '../../../ui/back-link';
import { Skeleton } from '../../../ui/skeleton';
import styles from './project-loading.module.css';

const FRAMES = 6;

export function ProjectLoading() {
  return (
    <div className={styles.loading} aria-busy>
      <div className={styles.head}>
        <BackToProjects />
        <h1 className={styles.name}>Loading project</h1>
        <Skeleton width="min(26rem, 80%)" height="2.9rem" />
      </div>
      <Skeleton height="2.5rem" />
      <div className={styles.facts}>
        <Skeleton height="3.2rem" />
        <Skeleton height="3.2rem" />
        <Skeleton height="3.2rem" />
      </div>
      <div className={styles.frames}>
        {Array.from({ length: FRAMES }, (_, index) => (
          <div key={index} className={styles.frame}>
            <Skeleton height="100%" />
          </div>
        ))}
      </div>
    </div>
  );
}
