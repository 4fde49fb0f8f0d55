import { paths } from '../../lib/paths';
import { buttonClass } from '../../ui/button';
import picture720 from './assets/viewer-720.webp';
import picture1280 from './assets/viewer-1280.webp';
import styles from './hero.module.css';

const promises = ['Free forever', 'No credit card', '5GB storage', 'Unlimited projects'];

function Screenshot() {
  return (
    <figure className={styles.print}>
      <img
        src={picture1280}
        srcSet={`${picture720} 720w, ${picture1280} 1280w`}
        sizes="(width >= 88rem) 80rem, 92vw"
        width={1280}
        height={824}
        alt="Ridges at dawn over the whole window, with the film strip of their project below"
        className={styles.image}
        fetchPriority="high"
      />
      <figcaption className={styles.caption}>
        <span>12A</span>
        <span>A picture and its film strip</span>
        <span>13</span>
      </figcaption>
    </figure>
  );
}

export function Hero() {
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
          <a href={paths.register} className={buttonClass({ variant: 'primary' })}>
            Get Started
          </a>
          <a href={paths.login} className={buttonClass({})}>
            Sign In
          </a>
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
