import { useState } from 'react';

import { commandKey } from '../../lib/command-sheet';
import { Dialog } from '../../ui/dialog';
import { Checkbox } from '../../ui/fields';
import { areSingleKeysOn, switchSingleKeys } from './key-reader';
import styles from './keys-sheet.module.css';
import type { Command } from './use-commands';

export function Keys({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split(' ').map((key) => (
        <kbd key={key} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  );
}

/** The keys of the contact sheet, which reads them itself. */
const filesKeys = [
  { label: 'Select all files', keys: `${commandKey} A` },
  { label: 'Clear the selection', keys: 'Esc' },
  { label: 'Delete selected files', keys: 'Delete' },
];

function Row({ label, keys, isOff = false }: { label: string; keys: string; isOff?: boolean }) {
  return (
    <div className={styles.row} data-off={isOff || undefined}>
      <dt>{label}</dt>
      <dd>
        <Keys keys={keys} />
      </dd>
    </div>
  );
}

interface KeysSheetProps {
  commands: readonly Command[];
  onClose: () => void;
}

/** All keyboard shortcuts, and the switch for those of a single key. */
export function KeysSheet({ commands, onClose }: KeysSheetProps) {
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts">
      <dl className={styles.list}>
        <Row label="Go anywhere" keys={`${commandKey} K`} />
        {filesKeys.map((row) => (
          <Row key={row.label} {...row} />
        ))}
        {commands.map(
          ({ label, keys }) => keys && <Row key={label} label={label} keys={keys} isOff={!isOn} />,
        )}
      </dl>
      <Checkbox
        label="Single-key shortcuts"
        checked={isOn}
        onChange={({ target }) => {
          switchSingleKeys(target.checked);
          setIsOn(target.checked);
        }}
      />
    </Dialog>
  );
}
