import { FolderOpen, HardDrive, LayoutGrid, Search, WandSparkles } from 'lucide-react';
import { Link, NavLink } from 'react-router-dom';

import { commandKey, openPalette } from '../../lib/navigation/palette';
import { paths } from '../../lib/paths';
import { useUser } from '../../lib/session/session';
import { Logo } from '../../ui/logo';
import { ThemeToggle } from '../../ui/theme-toggle';
import { LogoutButton } from './logout-button';
import styles from './sidebar-content.module.css';

/** Each is marked on the pages below its address, too: a project's belongs to Projects. */
const navItems = [
  { label: 'Dashboard', to: paths.dashboard, icon: LayoutGrid },
  { label: 'Projects', to: paths.projects, icon: FolderOpen },
  { label: 'Storage', to: paths.storage, icon: HardDrive },
  { label: 'Studio', to: paths.studio, icon: WandSparkles },
];

interface SidebarContentProps {
  onNavigate?: () => void;
}

/** `data-known` marks what a written page fills in itself (`public/written-page.js`). */
export function SidebarContent({ onNavigate }: SidebarContentProps) {
  const { name, email } = useUser();
  const search = () => {
    onNavigate?.();
    openPalette();
  };
  return (
    <div className={styles.sidebar}>
      <Link to={paths.dashboard} className={styles.brand} onClick={onNavigate}>
        <Logo />
      </Link>
      <button type="button" className={styles.search} onClick={search}>
        <Search size={15} strokeWidth={1.8} aria-hidden />
        Search
        <kbd aria-hidden className={styles.key}>
          <span data-known="key">{commandKey}</span> K
        </kbd>
      </button>
      <nav aria-label="Main">
        <ul className={styles.nav}>
          {navItems.map(({ label, to, icon: Icon }) => (
            <li key={to}>
              <NavLink to={to} onClick={onNavigate}>
                <Icon size={17} strokeWidth={1.6} aria-hidden />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.account}>
        <Link to={paths.profile} className={styles.user} onClick={onNavigate}>
          <span className={styles.hidden}>Profile of </span>
          <span className={styles.initial} aria-hidden data-known="initial">
            {[...name.trim()][0]?.toUpperCase()}
          </span>
          <span className={styles.identity}>
            <span dir="auto" className={styles.name} data-known="name">
              {name}
            </span>
            <span className={styles.email} data-known="email">
              {email}
            </span>
          </span>
        </Link>
        <div className={styles.tools}>
          <LogoutButton look={{ variant: 'quiet', size: 'small' }} />
          <ThemeToggle />
        </div>
      </div>
    </div>
  );
}
