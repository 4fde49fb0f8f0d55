import styles from './button.module.css';
import { classNames } from './class-names';

export interface ButtonLook {
  /** `primary` has the accent colour; at most one on a page. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'regular' | 'small';
  isIcon?: boolean;
  isWide?: boolean;
}

export function buttonClass(look: ButtonLook, className?: string): string {
  const { variant = 'secondary', size = 'regular', isIcon = false, isWide = false } = look;
  return classNames(
    styles.button,
    styles[variant],
    size === 'small' && styles.small,
    isIcon && styles.icon,
    isWide && styles.wide,
    className,
  );
}
