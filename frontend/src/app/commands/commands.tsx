import { useEffect } from 'react';

import { closeCommandSheet, openCommandSheet, useCommandSheet } from '../../lib/command-sheet';
import { readKeys } from './key-reader';
import { KeysSheet } from './keys-sheet';
import { Palette } from './palette';
import { useCommands } from './use-commands';

/** The keyboard shortcuts of the application and the dialogs that they open. Loaded after the page. */
export default function Commands() {
  const sheet = useCommandSheet();
  const commands = useCommands();
  useEffect(
    () =>
      readKeys({
        onPalette: () => openCommandSheet('palette'),
        onKeys: (keys) => {
          const command = commands.find((candidate) => candidate.keys === keys);
          command?.run();
          return command !== undefined;
        },
      }),
    [commands],
  );
  useEffect(() => closeCommandSheet, []);
  if (sheet === 'palette') return <Palette commands={commands} onClose={closeCommandSheet} />;
  return sheet === 'keys' && <KeysSheet commands={commands} onClose={closeCommandSheet} />;
}
