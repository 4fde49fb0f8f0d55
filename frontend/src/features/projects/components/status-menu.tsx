import { type ComponentType, lazy, Suspense } from 'react';

import { afterData } from '../../../lib/code/after-data';
import { StatusBadge } from '../../../ui/status-badge';
import type { StatusProps } from './status-dropdown';

const Badge = ({ project }: StatusProps) => <StatusBadge status={project.status} />;

// Loaded after the page, which shows the status without it.
const Dropdown = lazy<ComponentType<StatusProps>>(() =>
  afterData(() => import('./status-dropdown')).catch(() => ({ default: Badge })),
);

export function StatusMenu(props: StatusProps) {
  return (
    <Suspense fallback={<Badge {...props} />}>
      <Dropdown {...props} />
    </Suspense>
  );
}
