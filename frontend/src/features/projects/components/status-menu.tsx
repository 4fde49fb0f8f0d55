import { lazy, Suspense } from 'react';

import { fetchCode } from '../../../lib/code/fetch-code';
import { importWhenIdle } from '../../../lib/code/when-idle';
import { createStore } from '../../../lib/state/create-store';
import { toast } from '../../../lib/toasts';
import { StatusBadge } from '../../../ui/status-badge';
import type { StatusProps } from './status-dropdown';

const load = () => import('./status-dropdown');
const isMissing = createStore(false);

const pressed = Promise.withResolvers<Awaited<ReturnType<typeof load>>>();
const Dropdown = lazy(() =>
  Promise.race([importWhenIdle(load, () => isMissing.set(true)), pressed.promise]),
);

function loadAgain(): void {
  fetchCode(load).then(pressed.resolve, ({ message }: Error) => toast.error(message));
}

/** The status alone until the code is there; where it could not be fetched, pressing it tries again. */
function Waiting({ project: { title, status }, isBare }: StatusProps) {
  const badge = <StatusBadge status={status} />;
  if (!isMissing.useValue()) return !isBare && badge;
  return (
    <button type="button" aria-label={`Status of ${title}. Change`} onClick={loadAgain}>
      {badge}
    </button>
  );
}

export function StatusMenu(props: StatusProps) {
  return (
    <Suspense fallback={<Waiting {...props} />}>
      <Dropdown {...props} />
    </Suspense>
  );
}
