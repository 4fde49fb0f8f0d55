import { Link, type LinkProps } from 'react-router-dom';

import { buttonClass, type ButtonLook } from './button';

interface LinkButtonProps extends LinkProps {
  look?: ButtonLook;
}

export function LinkButton({ look = {}, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={buttonClass(look, className)} />;
}
