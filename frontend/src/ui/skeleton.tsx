import styles from './skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths; the default width is that of the container. */
  width?: string;
  height?: string;
}

/** A placeholder for a line or box that is loading. Put `aria-busy` on the region around it, and `data-failed` after a failure. */
export function Skeleton({ width = '100%', height = '1em' }: SkeletonProps) {
  return <span aria-hidden className={styles.skeleton} style={{ width, height }} />;
}
