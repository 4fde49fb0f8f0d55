import styles from './live-region.module.css';

/** Tells screen readers of what others see happen. Keep it mounted and change its text. */
export function LiveRegion({ text }: { text: string }) {
  return (
    <p role="status" className={styles.hidden}>
      {text}
    </p>
  );
}
