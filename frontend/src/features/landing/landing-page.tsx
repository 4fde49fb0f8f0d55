import { useEffect } from 'react';

import { paths } from '../../lib/paths';
import { buttonClass } from '../../ui/button';
import { Logo } from '../../ui/logo';
import { ThemeToggle } from '../../ui/theme-toggle';
import { Features } from './features';
import { Hero } from './hero';
import styles from './landing-page.module.css';
import { StudioPreview } from './studio-preview';

const TITLE = 'Studiolo: creative project management for photographers and videographers';

function Masthead() {
  return (
    <header className={styles.masthead}>
      <a href={paths.landing} className={styles.brand}>
        <Logo />
      </a>
      <nav aria-label="Account" className={styles.nav}>
        <ThemeToggle />
        <a href={paths.login} className={buttonClass({ variant: 'quiet' }, styles.signIn)}>
          Sign In
        </a>
        <a href={paths.register} className={buttonClass({}, styles.start)}>
          Get Started
        </a>
      </nav>
    </header>
  );
}

function CallToAction() {
  return (
    <section className={styles.call} aria-labelledby="call">
      <h2 id="call" className={styles.callTitle}>
        Bring the next shoot in.
      </h2>
      <p className={styles.callText}>
        Free forever, and no credit card. A minute is enough to begin.
      </p>
      <a href={paths.register} className={buttonClass({ variant: 'primary' })}>
        Get Started
      </a>
    </section>
  );
}

function Footer() {
  return (
    <footer className={styles.footer}>
      <p>
        A <i>studiolo</i> was the small private room where a Renaissance scholar kept work and
        treasures.
      </p>
      <nav aria-label="Footer" className={styles.footerNav}>
        <a href={paths.login}>Sign In</a>
        <a href={paths.register}>Get Started</a>
      </nav>
      <p className={styles.imprint}>© {new Date().getFullYear()} Studiolo</p>
    </footer>
  );
}

export function LandingPage() {
  useEffect(() => {
    document.title = TITLE;
  }, []);
  return (
    <div className={styles.page}>
      <Masthead />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Hero />
        <Features />
        <StudioPreview />
        <CallToAction />
      </main>
      <Footer />
    </div>
  );
}
