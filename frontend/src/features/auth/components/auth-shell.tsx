import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';

import { useTitle } from '../../../lib/navigation/use-title';
import { paths } from '../../../lib/paths';
import { localStore } from '../../../lib/state/web-storage';
import { Banner } from '../../../ui/banner';
import { Drawing } from '../../../ui/drawing';
import { Logo } from '../../../ui/logo';
import room from '../../../ui/room.svg';
import { ThemeToggle } from '../../../ui/theme-toggle';
import styles from './auth-shell.module.css';

const BLOCKED =
  'This browser keeps no data for Studiolo. Allow cookies and site data to stay signed in: otherwise you are signed in until this page is closed or loaded again, and cannot sign in with Google.';

interface AuthShellProps {
  heading: string;
  /** The heading by default. */
  title?: string;
  intro?: ReactNode;
  children?: ReactNode;
  /** Below a line: where else to go. */
  below?: ReactNode;
}

/** Focuses the heading when it changes, so that screen readers and keys continue from there. */
function useFocusOnNewHeading(heading: string) {
  const element = useRef<HTMLHeadingElement>(null);
  const shown = useRef(heading);
  useEffect(() => {
    if (shown.current === heading) return;
    shown.current = heading;
    element.current?.focus();
  }, [heading]);
  return element;
}

/** The layout of every page around signing in: the form beside the drawing. */
export function AuthShell({ heading, title = heading, intro, children, below }: AuthShellProps) {
  useTitle(title);
  const headingElement = useFocusOnNewHeading(heading);
  return (
    <div className={styles.shell}>
      <header className={styles.bar}>
        <Link to={paths.landing} className={styles.brand}>
          <Logo />
        </Link>
        <ThemeToggle />
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        <div className={styles.column}>
          <h1 ref={headingElement} tabIndex={-1} className={styles.heading}>
            {heading}
          </h1>
          {intro && <p className={styles.intro}>{intro}</p>}
          {localStore.isBlocked() && <Banner type="warning">{BLOCKED}</Banner>}
          {children}
          {below && <p className={styles.below}>{below}</p>}
        </div>
      </main>
      <div className={styles.picture} aria-hidden>
        <Drawing source={room} viewBox="0 0 480 620" />
      </div>
    </div>
  );
}
