import { deleteAccountOperation } from '@studiolo/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../../../lib/api/client';
import { describeError } from '../../../lib/api/errors';
import { signOut } from '../../../lib/session';
import { toast } from '../../../lib/toasts';
import { Button } from '../../../ui/button';
import { PromptDialog } from '../../../ui/prompt-dialog';

export function AccountDeletion() {
  const [isAsking, setIsAsking] = useState(false);
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
      <Button variant="danger" onClick={() => setIsAsking(true)}>
        Delete Account
      </Button>
      <PromptDialog
        isOpen={isAsking}
        title="Delete account"
        message="This deletes your account with all its projects and files. This action cannot be undone."
        word="DELETE"
        confirmLabel="Delete Account"
        isBusy={isPending}
        onConfirm={() => deleteAccount()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
