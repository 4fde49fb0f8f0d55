import type { LucideProps } from 'lucide-react';
import type { ComponentProps, ComponentType } from 'react';

import styles from './button.module.css';
import { classNames } from './class-names';

export interface ButtonLook {
  /** `primary` has the accent colour; at most one on a page. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined;
  size?: 'regular' | 'small' | undefined;
  isIcon?: boolean | undefined;
  isWide?: boolean | undefined;
}

export function buttonClass(look: ButtonLook, className?: string): string {
  const { variant = 'secondary', size, isIcon, isWide } = look;
  return classNames(
    styles.button,
    styles[variant],
    size === 'small' && styles.small,
    isIcon && styles.icon,
    isWide && styles.wide,
    className,
  );
}

interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /** While true, presses do nothing and the button keeps the focus. */
  isBusy?: boolean;
}

export function Button({
  variant,
  size,
  isIcon,
  isWide,
  isBusy = false,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      className={buttonClass({ variant, size, isIcon, isWide }, className)}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

interface IconButtonProps extends ButtonProps {
  label: string;
  icon: ComponentType<LucideProps>;
  iconSize?: number;
}

export function IconButton({ label, icon: Icon, iconSize, ...button }: IconButtonProps) {
  return (
    <Button variant="quiet" isIcon aria-label={label} {...button}>
      <Icon size={iconSize ?? (button.size === 'small' ? 15 : 18)} strokeWidth={1.6} aria-hidden />
    </Button>
  );
}
