import { zodResolver } from '@hookform/resolvers/zod';
import {
  type Project,
  type ProjectFields,
  projectFieldsSchema,
  type ProjectStatus,
} from '@studiolo/contracts';
import { type ReactNode, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';

import { displayStatus, formStatuses } from '../../../lib/project-status';
import { useSubmitOnce } from '../../../lib/use-submit-once';
import { Button } from '../../../ui/button';
import { SelectField } from '../../../ui/select-field';
import { TextArea } from '../../../ui/text-area';
import { TextField } from '../../../ui/text-field';
import styles from './project-form.module.css';

type FormValues = z.input<typeof projectFieldsSchema>;

interface ProjectFormProps {
  /** Fills the fields; a new project begins empty, To Do. */
  project?: Project;
  submitLabel: string;
  /** What stands beside the submitting button. */
  cancel: ReactNode;
  /** Rejects when it could not be saved; everything typed stays. */
  onSave: (fields: ProjectFields) => Promise<unknown>;
  /** Told whether leaving would lose something. */
  onDirtyChange: (isDirty: boolean) => void;
}

/** The form's own spelling of a status that has several. */
function formStatus(status: ProjectStatus): ProjectStatus {
  const { label } = displayStatus(status);
  return formStatuses.find(({ value }) => displayStatus(value).label === label)?.value ?? status;
}

/** The five statuses, and the project's own when it is none of them (cancelled). */
function statusOptions(current: ProjectStatus) {
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
  const { register, handleSubmit, formState } = useForm<FormValues, unknown, ProjectFields>({
    resolver: zodResolver(projectFieldsSchema),
    defaultValues: {
      title: project?.title ?? '',
      client: project?.client ?? '',
      contact: project?.contact ?? '',
      status,
      description: project?.description ?? '',
    },
  });
  const { errors, isDirty, isSubmitting } = formState;
  useEffect(() => {
    onDirtyChange(isDirty);
    return () => {
      onDirtyChange(false);
    };
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
