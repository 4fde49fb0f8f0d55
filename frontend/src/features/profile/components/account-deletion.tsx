import { deleteAccountOperation } from '@studiolo/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../../../lib/api/client';
import { describeError } from '../../../lib/api/errors';
import { signOut } from '../../../lib/session/session';
import { toast } from '../../../lib/toasts';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { TextField } from '../../../ui/fields';

const WORD = 'DELETE';

export function AccountDeletion() {
  const [isAsking, setIsAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const { mutate: deleteAccount, isPending } = useMutation({
    mutationFn: () => call(deleteAccountOperation, {}),
    onSuccess: () => {
      toast.success('Account deleted successfully');
      // The route guard then leaves this page.
      signOut();
    },
    onError: (error) => {
      toast.error(describeError(error, 'Failed to delete account'));
      setIsAsking(false);
    },
  });
  return (
    <>
      <Button
        variant="danger"
        onClick={() => {
          setTyped('');
          setIsAsking(true);
        }}
      >
        Delete Account
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete account"
        message="This deletes your account with all its projects and files. This action cannot be undone."
        confirmLabel="Delete Account"
        isDangerous
        isBusy={isPending}
        canConfirm={typed === WORD}
        onConfirm={() => deleteAccount()}
        onClose={() => setIsAsking(false)}
      >
        <TextField
          label={`Type ${WORD} to confirm`}
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
      </ConfirmDialog>
    </>
  );
}
