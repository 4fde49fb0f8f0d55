import { useEffect } from 'react';

import { paths } from '../../lib/paths';
import { buttonClass } from '../../ui/button';
import { Logo } from '../../ui/logo';
import { ThemeToggle } from '../../ui/theme-toggle';
import { Features } from './features';
import { Hero } from './hero';
import styles from './landing-page.module.css';
import type { LandingProps } from './plain-link';
import { StudioPreview } from './studio-preview';

const TITLE = 'Studiolo: creative project management for photographers and videographers';

function Masthead({ LinkAs }: LandingProps) {
  return (
    <header className={styles.masthead}>
      <LinkAs to={paths.landing} className={styles.brand ?? ''}>
        <Logo />
      </LinkAs>
      <nav aria-label="Account" className={styles.nav}>
        <ThemeToggle />
        <LinkAs to={paths.login} className={buttonClass({ variant: 'quiet' }, styles.signIn)}>
          Sign In
        </LinkAs>
        <LinkAs to={paths.register} className={buttonClass({}, styles.start)}>
          Get Started
        </LinkAs>
      </nav>
    </header>
  );
}

function CallToAction({ LinkAs }: LandingProps) {
  return (
    <section className={styles.call} aria-labelledby="call">
      <h2 id="call" className={styles.callTitle}>
        Bring the next shoot in.
      </h2>
      <p className={styles.callText}>
        Free forever, and no credit card. A minute is enough to begin.
      </p>
      <LinkAs to={paths.register} className={buttonClass({ variant: 'primary' })}>
        Get Started
      </LinkAs>
    </section>
  );
}

function Footer({ LinkAs }: LandingProps) {
  return (
    <footer className={styles.footer}>
      <p>
        A <i>studiolo</i> was the small private room where a Renaissance scholar kept work and
        treasures.
      </p>
      <nav aria-label="Footer" className={styles.footerNav}>
        <LinkAs to={paths.login}>Sign In</LinkAs>
        <LinkAs to={paths.register}>Get Started</LinkAs>
      </nav>
      <p className={styles.imprint}>© {new Date().getFullYear()} Studiolo</p>
    </footer>
  );
}

/** The public start page. */
export function LandingPage({ LinkAs }: LandingProps) {
  useEffect(() => {
    document.title = TITLE;
  }, []);
  return (
    <div className={styles.page}>
      <Masthead LinkAs={LinkAs} />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Hero LinkAs={LinkAs} />
        <Features />
        <StudioPreview />
        <CallToAction LinkAs={LinkAs} />
      </main>
      <Footer LinkAs={LinkAs} />
    </div>
  );
}
