import { type SubmitEvent, useEffect, useId, useRef, useState, useTransition } from 'react';

import type { ProjectChanges } from '../../../lib/api/answers';
import { fieldLabels, type FieldName } from '../../../lib/projects/project-fields';
import { Banner } from '../../../ui/banner';
import { Button } from '../../../ui/button';
import { StatusBadge } from '../../../ui/status-badge';
import { type Choices, type Conflict, resolved, type Side } from '../conflict';
import styles from './project-conflict.module.css';

const sides: readonly { side: Side; label: string }[] = [
  { side: 'mine', label: 'Yours' },
  { side: 'theirs', label: 'Saved elsewhere' },
];

function Value({ name, fields }: { name: FieldName; fields: ProjectChanges }) {
  if (name === 'status' && fields.status) return <StatusBadge status={fields.status} />;
  if (fields[name] === null) return <span className={styles.empty}>Empty</span>;
  return fields[name];
}

interface FieldChoiceProps {
  name: FieldName;
  conflict: Conflict;
  chosen: Side;
  onChoose: (side: Side) => void;
}

function FieldChoice({ name, conflict, chosen, onChoose }: FieldChoiceProps) {
  const group = useId();
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{fieldLabels[name]}</legend>
      {sides.map(({ side, label }) => (
        <label key={side} className={styles.option}>
          <span className={styles.side}>
            <input
              type="radio"
              name={group}
              checked={chosen === side}
              onChange={() => onChoose(side)}
            />
            {label}
          </span>
          <span dir="auto" className={styles.value}>
            <Value name={name} fields={conflict[side]} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface ProjectConflictProps {
  conflict: Conflict;
  onSave: (changes: ProjectChanges) => Promise<unknown>;
  onBack: () => void;
}

/** Lets the user choose between two versions field by field, after another save came first. */
export function ProjectConflict({ conflict, onSave, onBack }: ProjectConflictProps) {
  const [choices, setChoices] = useState<Choices>({});
  const [isSaving, startSaving] = useTransition();
  const top = useRef<HTMLFormElement>(null);
  useEffect(() => top.current?.focus(), []);
  const { names } = conflict;
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isSaving) return;
    startSaving(async () => {
      await onSave(resolved(conflict.mine, choices)).catch(() => undefined);
    });
  };
  return (
    <form
      ref={top}
      tabIndex={-1}
      aria-label="Choose what to keep"
      className={styles.conflict}
      onSubmit={onSubmit}
    >
      <Banner type="warning">
        This project was saved elsewhere while you were editing. Choose what to keep.
      </Banner>
      {names.map((name) => (
        <FieldChoice
          key={name}
          name={name}
          conflict={conflict}
          chosen={choices[name] ?? 'mine'}
          onChoose={(side) => setChoices({ ...choices, [name]: side })}
        />
      ))}
      <div className={styles.actions}>
        <Button onClick={onBack}>Back to editing</Button>
        <Button type="submit" variant="primary" isBusy={isSaving}>
          Save Changes
        </Button>
      </div>
    </form>
  );
}
