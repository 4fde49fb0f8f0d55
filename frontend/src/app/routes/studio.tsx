import { Page, PageHeader } from '../../ui/page';
import styles from './studio.module.css';

const teasers = [
  {
    title: 'AI Assistant',
    text: 'Ask about a project and get an answer that has read its brief and its files.',
  },
  {
    title: 'Quick Actions',
    text: 'Voice or text commands for what you do a hundred times: a status, a note, a new project.',
  },
  {
    title: 'Smart Templates',
    text: 'Start a wedding, a campaign or a short film from what the last one taught you.',
  },
];

export function Component() {
  return (
    <Page title="Studio">
      <PageHeader
        heading="Studio"
        subtitle="Coming soon: AI features for the work around the work. Three are on the bench."
      />
      <ol className={styles.teasers}>
        {teasers.map(({ title, text }, index) => (
          <li key={title} className={styles.teaser}>
            <span className={styles.number} aria-hidden>
              {index + 1}A
            </span>
            <div>
              <h2 className={styles.title}>{title}</h2>
              <p className={styles.text}>{text}</p>
            </div>
            <span className={styles.soon}>Coming soon</span>
          </li>
        ))}
      </ol>
    </Page>
  );
}
