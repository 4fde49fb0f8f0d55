import { paths } from '../../lib/paths';
import { buttonClass } from '../../ui/button';
import picture720 from './assets/project-720.webp';
import picture1280 from './assets/project-1280.webp';
import picture2560 from './assets/project-2560.webp';
import styles from './hero.module.css';

const promises = ['Free forever', 'No credit card', '5GB storage', 'Unlimited projects'];

function Screenshot() {
  return (
    <figure className={styles.print}>
      <img
        src={picture1280}
        srcSet={`${picture720} 720w, ${picture1280} 1280w, ${picture2560} 2560w`}
        sizes="(width >= 88rem) 80rem, 92vw"
        width={1280}
        height={640}
        alt="A project in Studiolo: its status, client and description above the contact sheet of its pictures"
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
