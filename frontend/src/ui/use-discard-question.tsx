import { useState } from 'react';

import { ConfirmDialog } from './confirm-dialog';

/** For what a form's Cancel does: asks first when something typed would be lost. */
export function useDiscardQuestion(isDirty: boolean, onClose: () => void) {
  const [isAsking, setIsAsking] = useState(false);
  return {
    close: () => {
      if (isDirty) setIsAsking(true);
      else onClose();
    },
    question: (
      <ConfirmDialog
        isOpen={isAsking}
        title="Discard changes?"
        message="What you typed has not been saved and will be lost."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        isDangerous
        onConfirm={() => {
          setIsAsking(false);
          onClose();
        }}
        onClose={() => setIsAsking(false)}
      />
    ),
  };
}
