import { lazy } from 'react';

import { afterData } from '../lib/after-data';
import type { AlertDialogProps } from './alert-dialog';
import { LazyDialog } from './lazy-dialog';

const AlertDialog = lazy(() => afterData(() => import('./alert-dialog')));

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: AlertDialogProps) {
  return (
    <LazyDialog isOpen={props.isOpen} onClose={props.onCancel}>
      <AlertDialog {...props} />
    </LazyDialog>
  );
}
