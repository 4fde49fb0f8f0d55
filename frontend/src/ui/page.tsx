import type { ReactNode } from 'react';

import { useTitle } from '../lib/use-title';
import styles from './page.module.css';

interface PageProps {
  /** The window's title, without the name of the product. */
  title: string;
  children: ReactNode;
}

/** The body of a signed-in page. */
export function Page({ title, children }: PageProps) {
  useTitle(title);
  return <div className={styles.page}>{children}</div>;
}

interface PageHeaderProps {
  /** The page's one h1. */
  heading: ReactNode;
  subtitle?: ReactNode;
  /** Above the heading: a back link, a breadcrumb. */
  above?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ heading, subtitle, above, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.heading}>
        {above}
        <h1 dir="auto" className={styles.title}>
          {heading}
        </h1>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
