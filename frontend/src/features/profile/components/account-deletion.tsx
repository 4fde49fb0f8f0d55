import { useState } from 'react';

import { Button } from '../../../ui/button';
import { PromptDialog } from '../../../ui/prompt-dialog';
import { deleteAccount } from '../api/changes';

const CONFIRMATION_WORD = 'DELETE';

export function AccountDeletion() {
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    setIsBusy(true);
    // After the deletion, the route guard leaves this page.
    if (await deleteAccount()) return;
    setIsBusy(false);
    setIsAsking(false);
  };
  return (
    <>
      <Button variant="danger" onClick={() => setIsAsking(true)}>
        Delete Account
      </Button>
      <PromptDialog
        isOpen={isAsking}
        title="Delete account"
        message="This deletes your account with all its projects and files. This action cannot be undone."
        word={CONFIRMATION_WORD}
        confirmLabel="Delete Account"
        isBusy={isBusy}
        onConfirm={() => void confirm()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
