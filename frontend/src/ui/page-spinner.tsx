import styles from './spinner.module.css';

/** Fills the window while it is not yet known what to show. Pages use skeletons instead. */
export function PageSpinner() {
  return (
    <div className={styles.page}>
      <div role="status" aria-label="Loading" className={styles.ring} />
    </div>
  );
}
