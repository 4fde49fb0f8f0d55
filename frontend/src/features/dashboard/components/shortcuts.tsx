import { ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router-dom';

import { paths } from '../../../lib/paths';
import styles from './shortcuts.module.css';

const shortcuts = [
  { label: 'New Project', to: paths.newProject, text: 'Open a file for a client' },
  { label: 'Storage', to: paths.storage, text: 'See what takes the room' },
  { label: 'Studio', to: paths.studio, text: 'What is coming next' },
];

export function Shortcuts() {
  return (
    <nav aria-label="Shortcuts">
      <ul className={styles.shortcuts}>
        {shortcuts.map(({ label, to, text }) => (
          <li key={to} className={styles.shortcut}>
            <Link to={to} className={styles.link}>
              {label}
            </Link>
            <p className={styles.text}>{text}</p>
            <ArrowUpRight size={18} strokeWidth={1.4} aria-hidden className={styles.arrow} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
