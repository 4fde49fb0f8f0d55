import styles from './text.module.css';

/** Announces a visible change to screen readers. Keep it mounted and change its text. */
export function LiveRegion({ text }: { text: string }) {
  return (
    <p role="status" className={styles.unseen}>
      {text}
    </p>
  );
}
