import { paths } from '../../lib/paths';
import { useTheme } from '../../lib/theme';
import { buttonClass } from '../../ui/button';
import dark720 from './assets/project-dark-720.webp';
import dark1280 from './assets/project-dark-1280.webp';
import light720 from './assets/project-light-720.webp';
import light1280 from './assets/project-light-1280.webp';
import styles from './hero.module.css';
import type { LandingProps } from './plain-link';

const promises = ['Free forever', 'No credit card', '5GB storage', 'Unlimited projects'];

const shots = {
  light: { large: light1280, small: light720 },
  dark: { large: dark1280, small: dark720 },
};

function Screenshot() {
  const { large, small } = shots[useTheme()];
  return (
    <figure className={styles.print}>
      <img
        src={large}
        srcSet={`${small} 720w, ${large} 1280w`}
        sizes="(width >= 88rem) 80rem, 92vw"
        width={1280}
        height={824}
        alt="A project in Studiolo: its status, its client and a contact sheet of its files"
        className={styles.image}
        fetchPriority="high"
      />
      <figcaption className={styles.caption}>
        <span>12A</span>
        <span>A project and its contact sheet</span>
        <span>13</span>
      </figcaption>
    </figure>
  );
}

export function Hero({ LinkAs }: LandingProps) {
  return (
    <section className={styles.hero}>
      <p className={styles.eyebrow}>For photographers and videographers</p>
      <h1 className={styles.headline}>
        AI-powered creative management, <em>for people who live by their eye</em>
      </h1>
      <div className={styles.lead}>
        <p className={styles.text}>
          Client projects, where each one stands, and every file that belongs to it: in one quiet
          room of your own.
        </p>
        <div className={styles.actions}>
          <LinkAs to={paths.register} className={buttonClass({ variant: 'primary' })}>
            Get Started
          </LinkAs>
          <LinkAs to={paths.login} className={buttonClass({})}>
            Sign In
          </LinkAs>
        </div>
        <ul className={styles.promises}>
          {promises.map((promise) => (
            <li key={promise}>{promise}</li>
          ))}
        </ul>
      </div>
      <Screenshot />
    </section>
  );
}
