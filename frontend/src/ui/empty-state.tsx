import type { ReactNode } from 'react';

import styles from './empty-state.module.css';

interface EmptyStateProps {
  title: string;
  text: string;
  /** What to do next. */
  children?: ReactNode;
  /** `h1` only when the state is the whole page; `h2` by default. */
  headingLevel?: 'h1' | 'h2';
}

/** An easel with an empty frame, and a lamp above it. */
function Drawing() {
  return (
    <svg
      viewBox="0 0 240 150"
      fill="none"
      stroke="currentColor"
      className={styles.drawing}
      aria-hidden
    >
      <path d="M20 140h200" strokeWidth="1" />
      <path d="M84 140 112 34M156 140 128 34M120 34v-12" strokeWidth="1.5" />
      <path d="M76 108h88" strokeWidth="2" />
      <rect x="86" y="46" width="68" height="58" fill="var(--surface)" strokeWidth="1.5" />
      <rect x="93" y="53" width="54" height="44" strokeDasharray="3 4" />
      <path d="M93 88l15-16 12 12 9-8 18 18" strokeWidth="1" />
      <circle cx="133" cy="65" r="5" strokeWidth="1" />
      <path
        d="M38 140v-24h22v24M36 116h26M42 116c0-14 3-22 1-34M54 116c0-10-1-16 3-28M48 116V78"
        strokeWidth="1.2"
      />
      <path d="M186 140V98M176 140h20M186 98l16-20M196 70l16 12-14 6z" strokeWidth="1.2" />
    </svg>
  );
}

export function EmptyState({
  title,
  text,
  children,
  headingLevel: Heading = 'h2',
}: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Drawing />
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
