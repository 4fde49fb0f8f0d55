import { projectFieldsSchema } from '@studiolo/contracts';
import { type ReactNode, useEffect } from 'react';
import * as z from 'zod/mini';

import type { Project, ProjectFields } from '../../../lib/api/answers';
import { useDraft } from '../../../lib/forms/drafts';
import { useSavingForm } from '../../../lib/forms/use-saving-form';
import { type FieldName, fieldNames } from '../../../lib/projects/project-fields';
import { displayStatus, formStatuses, formStatusOf } from '../../../lib/projects/project-status';
import { Button } from '../../../ui/button';
import { SelectField, TextArea, TextField } from '../../../ui/fields';
import { Form } from '../../../ui/form';
import styles from './project-form.module.css';

/** The options limit the status, of which one may be unknown here. */
const schema = z.extend(projectFieldsSchema, { status: z.string() });

interface ProjectFormProps {
  /** The initial values; a new project is empty with status To Do. */
  project?: Project;
  submitLabel: string;
  /** Shown beside the submit button. */
  cancel: ReactNode;
  /** Rejects when saving failed; the form then keeps what was typed. */
  onSave: (fields: ProjectFields) => Promise<unknown>;
  /** Called with whether leaving would lose changes. */
  onDirtyChange: (isDirty: boolean) => void;
}

/** The form's statuses, plus the project's current one if the form does not offer it (such as cancelled). */
function statusOptions(current: string) {
  if (formStatuses.some(({ value }) => value === current)) return formStatuses;
  return [...formStatuses, { value: current, label: displayStatus(current).label }];
}

export function ProjectForm({
  project,
  submitLabel,
  cancel,
  onSave,
  onDirtyChange,
}: ProjectFormProps) {
  const current = project?.status ?? 'todo';
  const status = formStatusOf(current) ?? current;
  const { form, formProps, formState, field, isBusy } = useSavingForm({
    schema,
    defaultValues: {
      title: project?.title ?? '',
      client: project?.client ?? '',
      contact: project?.contact ?? '',
      status,
      description: project?.description ?? '',
    } satisfies Record<FieldName, string>,
    save: onSave,
    // A toast or the conflict says it.
    describe: () => null,
  });
  const { isDirty } = formState;
  useDraft(form, project?.title ?? 'New Project', fieldNames);
  useEffect(() => {
    onDirtyChange(isDirty);
    return () => onDirtyChange(false);
  }, [isDirty, onDirtyChange]);
  return (
    <Form className={styles.form} {...formProps}>
      <TextField label="Title" required {...field('title')} />
      <TextField label="Client" required {...field('client')} />
      <div className={styles.pair}>
        <TextField label="Contact" isOptional placeholder="Email or phone" {...field('contact')} />
        <SelectField label="Status" options={statusOptions(status)} {...field('status')} />
      </div>
      <TextArea label="Description" isOptional {...field('description')} />
      <div className={styles.actions}>
        {cancel}
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </Form>
  );
}
