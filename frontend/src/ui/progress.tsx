import type { ComponentProps } from 'react';

import { classNames } from './class-names';
import styles from './progress.module.css';

/** A progress bar in the colours of the theme. */
export function Progress({ className, ...progress }: ComponentProps<'progress'>) {
  return <progress {...progress} className={classNames(styles.progress, className)} />;
}
