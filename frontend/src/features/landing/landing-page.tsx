import { paths } from '../../lib/paths';
import type { LandingLink } from './plain-link';

export function LandingPage({ LinkAs }: { LinkAs: LandingLink }) {
  return (
    <main id="main" tabIndex={-1}>
      <h1>Studiolo</h1>
      <LinkAs to={paths.login}>Sign In</LinkAs>
    </main>
  );
}
