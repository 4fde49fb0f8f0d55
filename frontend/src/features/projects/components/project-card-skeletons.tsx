import { Skeleton } from '../../../ui/skeleton';
import type { ListDensity } from '../project-list-address';
import styles from './project-card-skeletons.module.css';

const CardSkeleton = () => (
  <div className={styles.card}>
    <Skeleton width="6rem" height="0.75rem" />
    <Skeleton width="75%" height="1.4rem" />
    <Skeleton width="40%" height="0.85rem" />
    <div className={styles.facts}>
      <Skeleton width="3rem" height="0.7rem" />
      <Skeleton width="5rem" height="0.7rem" />
    </div>
  </div>
);

const RowSkeleton = () => (
  <div className={styles.row}>
    <Skeleton width="60%" height="1rem" />
  </div>
);

interface ProjectCardSkeletonsProps {
  count: number;
  density: ListDensity;
}

export function ProjectCardSkeletons({ count, density }: ProjectCardSkeletonsProps) {
  const One = density === 'small' ? RowSkeleton : CardSkeleton;
  return (
    <div className={styles.grid} data-density={density} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <One key={index} />
      ))}
    </div>
  );
}
