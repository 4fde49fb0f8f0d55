import type { ReactNode } from 'react';

import { Drawing } from './drawing';
import easel from './easel.svg';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  title: string;
  text: string;
  children?: ReactNode;
  /** `h1` only when the state is the whole page; `h2` by default. */
  headingLevel?: 'h1' | 'h2';
}

export function EmptyState({
  title,
  text,
  children,
  headingLevel: Heading = 'h2',
}: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Drawing source={easel} viewBox="0 0 240 150" className={styles.drawing} />
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
