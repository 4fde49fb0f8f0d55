import { SEARCH_MAX_LENGTH } from '@studiolo/contracts';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { closePalette } from '../../lib/navigation/palette';
import { Cover } from '../../ui/cover';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/fields';
import { FileName } from '../../ui/file-name';
import type { DialogProps } from '../../ui/lazy-dialog';
import { LiveRegion } from '../../ui/live-region';
import { StatusBadge } from '../../ui/status-badge';
import styles from './palette.module.css';
import { type Command, useFound } from './use-found';

function resultText(count: number, isLoading: boolean, isFailed: boolean): string {
  if (isFailed) return 'Projects could not be searched';
  if (count > 0) return count === 1 ? '1 result' : `${count} results`;
  return isLoading ? 'Searching' : 'Nothing found';
}

function PaletteBody() {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const { groups, isLoading, isFailed } = useFound(typed);
  const all = groups.flatMap((group) => group.commands);
  const active = Math.min(place, all.length - 1);
  const optionId = (index: number) => `${id}-${index}`;
  const run = (command: Command | undefined) => {
    if (!command) return;
    closePalette();
    if (typeof command.action === 'string') void navigate(command.action);
    else command.action();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) run(all[active]);
    else {
      const next = (active + step + all.length) % Math.max(1, all.length);
      setPlace(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    }
  };
  const summary = resultText(all.length, isLoading, isFailed);
  return (
    <>
      <TextField
        label="Projects, files and actions"
        type="search"
        role="combobox"
        maxLength={SEARCH_MAX_LENGTH}
        autoComplete="off"
        spellCheck={false}
        aria-expanded={all.length > 0}
        aria-controls={id}
        aria-activedescendant={all.length > 0 ? optionId(active) : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setPlace(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label="Results" className={styles.results}>
        {groups.map((group) => (
          <div key={group.name} role="group" aria-label={group.name}>
            <p className={styles.group} aria-hidden>
              {group.name}
            </p>
            {group.commands.map((command) => {
              const { label, detail, isFile, project } = command;
              const index = all.indexOf(command);
              return (
                <div
                  key={index}
                  id={optionId(index)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  className={styles.option}
                  onClick={() => run(command)}
                  onKeyDown={onKeyDown}
                >
                  {project && (
                    <span className={styles.project}>
                      <span className={styles.frame}>
                        <Cover project={project} isSmall />
                      </span>
                      <StatusBadge status={project.status} />
                    </span>
                  )}
                  {isFile ? (
                    <FileName name={label} className={styles.label} />
                  ) : (
                    <span dir="auto" className={styles.label}>
                      {label}
                    </span>
                  )}
                  {detail && (
                    <span dir="auto" className={styles.detail}>
                      {detail}
                    </span>
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {(all.length === 0 || isFailed) && <p className={styles.none}>{summary}</p>}
      <LiveRegion text={summary} />
    </>
  );
}

/** Finds commands, projects and the files of the open project by name, and runs or opens them. */
export default function Palette(dialog: DialogProps) {
  return (
    <Dialog {...dialog} title="Go anywhere" size="palette">
      <PaletteBody />
    </Dialog>
  );
}
