import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';

import { useLinkToList } from '../lib/projects/list-address';
import styles from './back-link.module.css';

export function BackToProjects() {
  return (
    <Link {...useLinkToList()} className={styles.link}>
      <ArrowLeft size={14} strokeWidth={1.8} aria-hidden />
      Back to Projects
    </Link>
  );
}
