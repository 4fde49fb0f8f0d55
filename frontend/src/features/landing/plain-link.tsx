import type { ComponentType, ReactNode } from 'react';

interface LandingLinkProps {
  to: string;
  className?: string;
  children: ReactNode;
}

/** The component for the page's links: the router's once it is loaded, plain ones before. */
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
