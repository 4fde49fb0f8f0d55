import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import type { User } from '../../../lib/api/answers';
import { useDraft } from '../../../lib/drafts';
import { useSubmitOnce } from '../../../lib/use-submit-once';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';
import { TextField } from '../../../ui/text-field';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes-guard';
import { isGoogleAccount, saveProfile } from '../api/changes';
import { profileSchema } from '../api/schemas';
import styles from './profile.module.css';

const draftFields = ['name'] as const;

interface ProfileFormProps {
  user: User;
  onClose: () => void;
}

export function ProfileForm({ user, onClose }: ProfileFormProps) {
  const isGoogle = isGoogleAccount(user);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({
    resolver: zodResolver(profileSchema),
    defaultValues: { name: user.name, email: user.email },
  });
  const { register, handleSubmit, formState } = form;
  useDraft(form, 'Profile', draftFields);
  const onSubmit = useSubmitOnce(
    handleSubmit(async ({ name, email }) => {
      setProblem(null);
      const refusal = await saveProfile(isGoogle ? { name } : { name, email });
      if (refusal === null) onClose();
      else setProblem(refusal);
    }),
  );
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <UnsavedChangesGuard when={formState.isDirty && !formState.isSubmitSuccessful} />
      {problem && <Notice type="error">{problem}</Notice>}
      <TextField
        label="Name"
        autoComplete="name"
        required
        error={formState.errors.name?.message}
        {...register('name')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        required
        readOnly={isGoogle}
        hint={isGoogle && 'Email is managed by your Google account'}
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isBusy={formState.isSubmitting}>
          Save Changes
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
