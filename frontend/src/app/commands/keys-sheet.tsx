import { useState } from 'react';

import { Checkbox } from '../../ui/checkbox';
import { Dialog } from '../../ui/dialog';
import { areSingleKeysOn, switchSingleKeys } from './key-reader';
import styles from './keys-sheet.module.css';
import type { Command } from './use-commands';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

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

interface KeysSheetProps {
  commands: readonly Command[];
  onClose: () => void;
}

/** The keys there are, and the switch for those that need no other key held. */
export function KeysSheet({ commands, onClose }: KeysSheetProps) {
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts">
      <dl className={styles.list}>
        <div className={styles.row}>
          <dt>Go anywhere</dt>
          <dd>
            <Keys keys={isApple ? '⌘ K' : 'Ctrl K'} />
          </dd>
        </div>
        {commands.map(({ label, keys }) => {
          return (
            keys && (
              <div key={keys} className={styles.row} data-off={!isOn || undefined}>
                <dt>{label}</dt>
                <dd>
                  <Keys keys={keys} />
                </dd>
              </div>
            )
          );
        })}
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
