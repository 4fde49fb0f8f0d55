import { paths } from '../../lib/paths';
import { useTheme } from '../../lib/theme';
import { buttonClass } from '../../ui/button-style';
import darkShot from './assets/project-dark.webp';
import lightShot from './assets/project-light.webp';
import styles from './hero.module.css';
import type { LandingProps } from './plain-link';

const promises = ['Free forever', 'No credit card', '5GB storage', 'Unlimited projects'];

function Screenshot() {
  const theme = useTheme();
  return (
    <figure className={styles.print}>
      <img
        src={theme === 'dark' ? darkShot : lightShot}
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
