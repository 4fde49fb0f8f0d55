import type { ReactNode } from 'react';

import { classNames } from '../../ui/class-names';
import { StatusBadge, statusToneClass } from '../../ui/status-badge';
import { StorageGauge } from '../../ui/storage-gauge';
import styles from './features.module.css';

interface FeatureProps {
  title: string;
  text: string;
  children: ReactNode;
}

function Feature({ title, text, children }: FeatureProps) {
  return (
    <article className={styles.feature}>
      <div className={styles.exhibit} aria-hidden>
        {children}
      </div>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.text}>{text}</p>
    </article>
  );
}

const sampleProjects = [
  { title: 'Harbour at first light', client: 'North Sea Ferries', status: 'inprogress' },
  { title: 'Wedding at Villa Cimbrone', client: 'Elena and Paolo', status: 'review' },
  { title: 'Autumn lookbook', client: 'Atelier Vance', status: 'done' },
];

const figures = [
  { value: '24', label: 'Total' },
  { value: '9', label: 'Active' },
  { value: '15', label: 'Completed' },
];

export function Features() {
  return (
    <section className={styles.section} aria-labelledby="features">
      <h2 id="features" className={styles.heading}>
        Three things, done exactly
      </h2>
      <Feature
        title="Smart Projects"
        text="One sheet for each client: the brief, the contact, and a status you change with one tap, from first call to delivery."
      >
        <ul>
          {sampleProjects.map(({ title, client, status }) => (
            <li key={title} className={classNames(styles.sample, statusToneClass(status))}>
              <span className={styles.sampleTitle}>{title}</span>
              <span className={styles.sampleClient}>{client}</span>
              <StatusBadge status={status} />
            </li>
          ))}
        </ul>
      </Feature>
      <Feature
        title="Fast Storage"
        text="Drop stills, clips and documents on a project. They arrive as a contact sheet, with 5GB storage to fill."
      >
        <StorageGauge percent={38} label="Storage" />
      </Feature>
      <Feature
        title="Live Insights"
        text="What is active, what is done and how much room is left, the moment you come in."
      >
        <dl className={styles.figures}>
          {figures.map(({ value, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Feature>
    </section>
  );
}
