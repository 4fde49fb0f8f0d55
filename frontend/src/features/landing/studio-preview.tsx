import { Drawing } from '../../ui/drawing';
import room from '../../ui/room.svg';
import styles from './studio-preview.module.css';

const teasers = [
  { title: 'AI Assistant', text: 'answers about a project it has read' },
  { title: 'Quick Actions', text: 'by voice or by text' },
  { title: 'Smart Templates', text: 'from the way you already work' },
];

export function StudioPreview() {
  return (
    <section className={styles.studio} aria-labelledby="studio">
      <div className={styles.drawing} aria-hidden>
        <Drawing source={room} viewBox="0 0 480 620" />
      </div>
      <div className={styles.words}>
        <p className={styles.eyebrow}>Coming soon</p>
        <h2 id="studio" className={styles.title}>
          A Studio of AI features, for the work around the work
        </h2>
        <dl className={styles.list}>
          {teasers.map(({ title, text }) => (
            <div key={title} className={styles.item}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
