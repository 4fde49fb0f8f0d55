import { logoutOperation } from '@studiolo/contracts';
import { LogOut } from 'lucide-react';
import pTimeout from 'p-timeout';
import { useState, useTransition } from 'react';
import { useNavigate } from 'react-router-dom';

import { call } from '../../lib/api/client';
import { finishDeletions } from '../../lib/files/delete-files';
import { paths } from '../../lib/paths';
import { signOut } from '../../lib/session/session';
import { Button, type ButtonLook } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';

const GIVE_UP_AFTER_MS = 2000;

export function LogoutButton({ look }: { look: ButtonLook }) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, startBusy] = useTransition();
  /** Ends the session on the server, if it can be reached, and always in this browser. */
  const logOut = async () => {
    const signal = AbortSignal.timeout(GIVE_UP_AFTER_MS);
    await pTimeout(finishDeletions(), { milliseconds: GIVE_UP_AFTER_MS }).catch(() => undefined);
    await call(logoutOperation, { signal }).catch(() => undefined);
    signOut();
    await navigate(paths.login, { replace: true });
  };
  return (
    <>
      <Button {...look} onClick={() => setIsAsking(true)}>
        <LogOut size={16} strokeWidth={1.6} aria-hidden />
        Logout
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Logout"
        message="Are you sure you want to logout?"
        confirmLabel="Logout"
        isBusy={isBusy}
        onConfirm={() => startBusy(logOut)}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
