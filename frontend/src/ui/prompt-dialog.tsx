import { useState } from 'react';

import { ConfirmDialog } from './confirm-dialog';
import { TextField } from './fields';

interface PromptDialogProps {
  isOpen: boolean;
  title: string;
  message: string;
  /** The word that must be typed exactly. */
  word: string;
  confirmLabel: string;
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks the user to type a word before something that cannot be undone. */
export function PromptDialog({ word, isOpen, ...dialog }: PromptDialogProps) {
  const [typed, setTyped] = useState('');
  if (!isOpen && typed !== '') setTyped('');
  return (
    <ConfirmDialog {...dialog} isOpen={isOpen} isDangerous canConfirm={typed === word}>
      <TextField
        label={`Type ${word} to confirm`}
        value={typed}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ConfirmDialog>
  );
}
