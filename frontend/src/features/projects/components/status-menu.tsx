import { lazy, Suspense } from 'react';

import { importWhenIdle } from '../../../lib/code/when-idle';
import { StatusBadge } from '../../../ui/status-badge';
import type { StatusProps } from './status-dropdown';

const Dropdown = lazy(() => importWhenIdle(() => import('./status-dropdown')));

/** Until its code is there, the status alone. */
export function StatusMenu(props: StatusProps) {
  return (
    <Suspense fallback={!props.isBare && <StatusBadge status={props.project.status} />}>
      <Dropdown {...props} />
    </Suspense>
  );
}
