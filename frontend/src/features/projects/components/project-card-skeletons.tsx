import { Skeleton } from '../../../ui/skeleton';
import styles from './project-card-skeletons.module.css';

export function ProjectCardSkeletons({ count }: { count: number }) {
  return (
    <div className={styles.grid} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.card}>
          <Skeleton width="6rem" height="0.75rem" />
          <Skeleton width="75%" height="1.4rem" />
          <Skeleton width="40%" height="0.85rem" />
          <div className={styles.facts}>
            <Skeleton width="3rem" height="0.7rem" />
            <Skeleton width="5rem" height="0.7rem" />
          </div>
        </div>
      ))}
    </div>
  );
}
