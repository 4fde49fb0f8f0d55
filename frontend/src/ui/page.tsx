import type { ReactNode } from 'react';

import { useTitle } from '../lib/navigation/use-title';
import { classNames } from './class-names';
import styles from './page.module.css';

interface PageProps {
  /** The window's title, without the name of the product. */
  title: string;
  /** For sheets of cards or frames, which use all of a wide window. */
  isWide?: boolean;
  children: ReactNode;
}

export function Page({ title, isWide = false, children }: PageProps) {
  useTitle(title);
  return <div className={classNames(styles.page, isWide && styles.wide)}>{children}</div>;
}

interface PageHeaderProps {
  heading: ReactNode;
  subtitle?: ReactNode;
  /** Above the heading: a back link, a breadcrumb. */
  above?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ heading, subtitle, above, actions }: PageHeaderProps) {
  return (
    <header className={classNames(styles.header, Boolean(above) && styles.withAbove)}>
      {above}
      <div className={styles.heading}>
        <h1 dir="auto" className={styles.title}>
          {heading}
        </h1>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
