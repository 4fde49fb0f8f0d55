import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import type { ToastType } from '../lib/toasts';
import styles from './banner.module.css';
import { classNames } from './class-names';

export const messageIcons: Record<ToastType, LucideIcon> = {
  success: CircleCheck,
  error: CircleAlert,
  warning: TriangleAlert,
  info: Info,
};

interface BannerProps {
  type: ToastType;
  children: ReactNode;
}

/** A message in the page. Errors are announced at once. */
export function Banner({ type, children }: BannerProps) {
  const Icon = messageIcons[type];
  return (
    <div
      role={type === 'error' ? 'alert' : 'status'}
      className={classNames(styles.notice, styles[type])}
    >
      <Icon size={16} strokeWidth={1.8} aria-hidden />
      <div>{children}</div>
    </div>
  );
}
