import type { LucideIcon } from 'lucide-react';

import { Button } from './button';
import styles from './view-switch.module.css';

interface ViewSwitchProps<View extends string> {
  label: string;
  views: readonly { value: View; label: string; icon: LucideIcon }[];
  view: View;
  onChange: (view: View) => void;
}

export function ViewSwitch<View extends string>(props: ViewSwitchProps<View>) {
  const { label, views, view, onChange } = props;
  return (
    <div role="group" aria-label={label} className={styles.views}>
      {views.map(({ value, label: name, icon: Icon }) => (
        <Button
          key={value}
          className={styles.view}
          aria-pressed={view === value}
          onClick={() => onChange(value)}
        >
          <Icon size={16} strokeWidth={1.6} aria-hidden />
          <span className={styles.word}>{name}</span>
        </Button>
      ))}
    </div>
  );
}
