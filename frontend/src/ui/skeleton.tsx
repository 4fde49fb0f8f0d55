import styles from './skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths; the width is that of the place unless given. */
  width?: string;
  height?: string;
}

/** Holds the place of one line or box that is still loading. Put `aria-busy` on the region around. */
export function Skeleton({ width = '100%', height = '1em' }: SkeletonProps) {
  return <span aria-hidden className={styles.skeleton} style={{ width, height }} />;
}
