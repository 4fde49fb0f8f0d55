import styles from './spinner.module.css';

/** Fills the window until it is known which page to show. Pages themselves use skeletons. */
export function PageSpinner() {
  return (
    <div className={styles.page}>
      <div role="status" aria-label="Loading" className={styles.ring} />
    </div>
  );
}
