import { zodResolver } from '@hookform/resolvers/zod';
import { projectFieldsSchema } from '@studiolo/contracts';
import { type ReactNode, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';

import type { Project, ProjectFields } from '../../../lib/api/answers';
import { useDraft } from '../../../lib/drafts';
import { type FieldName, fieldNames } from '../../../lib/project-fields';
import { displayStatus, formStatuses } from '../../../lib/project-status';
import { useSubmitOnce } from '../../../lib/use-submit-once';
import { Button } from '../../../ui/button';
import { SelectField } from '../../../ui/select-field';
import { TextArea } from '../../../ui/text-area';
import { TextField } from '../../../ui/text-field';
import styles from './project-form.module.css';

/** The options limit the status, of which one may be unknown here. */
const schema = projectFieldsSchema.extend({ status: z.string() });
type FormValues = z.input<typeof schema>;

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

/** The value that the form offers for a status with several values. */
function formStatus(status: string): string {
  const { label } = displayStatus(status);
  return formStatuses.find(({ value }) => displayStatus(value).label === label)?.value ?? status;
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
  const status = formStatus(project?.status ?? 'todo');
  const form = useForm<FormValues, unknown, ProjectFields>({
    resolver: zodResolver(schema),
    defaultValues: {
      title: project?.title ?? '',
      client: project?.client ?? '',
      contact: project?.contact ?? '',
      status,
      description: project?.description ?? '',
    } satisfies Record<FieldName, string>,
  });
  const { register, handleSubmit, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  useDraft(form, project?.title ?? 'New Project', fieldNames);
  useEffect(() => {
    onDirtyChange(isDirty);
    return () => onDirtyChange(false);
  }, [isDirty, onDirtyChange]);
  const submit = useSubmitOnce(
    handleSubmit(async (fields) => {
      await onSave(fields).catch(() => undefined);
    }),
  );
  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <TextField label="Title" error={errors.title?.message} required {...register('title')} />
      <TextField label="Client" error={errors.client?.message} required {...register('client')} />
      <div className={styles.pair}>
        <TextField
          label="Contact"
          isOptional
          placeholder="Email or phone"
          error={errors.contact?.message}
          {...register('contact')}
        />
        <SelectField
          label="Status"
          options={statusOptions(status)}
          error={errors.status?.message}
          {...register('status')}
        />
      </div>
      <TextArea
        label="Description"
        isOptional
        error={errors.description?.message}
        {...register('description')}
      />
      <div className={styles.actions}>
        {cancel}
        <Button type="submit" variant="primary" isBusy={isSubmitting}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
