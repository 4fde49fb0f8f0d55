import { lazyDialog } from './lazy-dialog';

/** Asks before something that cannot be undone. */
export const ConfirmDialog = lazyDialog(() => import('./alert-dialog'));
