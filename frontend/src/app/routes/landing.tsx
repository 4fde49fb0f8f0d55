import { Link } from 'react-router-dom';

import { LandingPage } from '../../features/landing/landing-page';

export function Component() {
  return <LandingPage LinkAs={Link} />;
}
