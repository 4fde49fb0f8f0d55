import type { ComponentType, ReactNode } from 'react';

interface LandingLinkProps {
  to: string;
  className?: string;
  children: ReactNode;
}

/** How the page's links are made: the router's where it runs, plain ones before it is loaded. */
type LandingLink = ComponentType<LandingLinkProps>;

export interface LandingProps {
  LinkAs: LandingLink;
}

export function PlainLink({ to, children, ...rest }: LandingLinkProps) {
  return (
    <a href={to} {...rest}>
      {children}
    </a>
  );
}
