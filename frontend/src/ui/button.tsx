import type { ComponentProps } from 'react';

import { buttonClass, type ButtonLook } from './button-style';

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
  const look: ButtonLook = {
    ...(variant && { variant }),
    ...(size && { size }),
    ...(isIcon && { isIcon }),
    ...(isWide && { isWide }),
  };
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      className={buttonClass(look, className)}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
