import { emailSchema, nameSchema } from '@studiolo/contracts';
import { z } from 'zod';

import type { User } from '../../../lib/api/answers';
import { describeError } from '../../../lib/api/errors';
import { useDraft } from '../../../lib/drafts';
import { updateUser } from '../../../lib/session';
import { toast } from '../../../lib/toasts';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/fields';
import { Form, useSavingForm } from '../../../ui/form';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes-guard';
import { isGoogleAccount, updateProfile } from '../api/profile';
import styles from './profile.module.css';

const schema = z.object({ name: nameSchema, email: emailSchema });
const draftFields = ['name'] as const;

/** Without an email for Google accounts, whose email cannot be changed here. */
async function saveProfile(change: { name: string; email?: string }): Promise<void> {
  const { user = change, message } = await updateProfile(change);
  updateUser(user);
  toast.success('Profile updated successfully');
  // The server's message says that the new address has to be verified first.
  if (message && change.email !== undefined && change.email !== user.email) toast.info(message);
}

interface ProfileFormProps {
  user: User;
  onClose: () => void;
}

export function ProfileForm({ user, onClose }: ProfileFormProps) {
  const isGoogle = isGoogleAccount(user);
  const { form, formProps, formState, field, isBusy } = useSavingForm({
    schema,
    defaultValues: { name: user.name, email: user.email },
    save: async ({ name, email }) => {
      await saveProfile(isGoogle ? { name } : { name, email });
      onClose();
    },
    describe: (error) => describeError(error, 'Failed to update profile'),
  });
  useDraft(form, 'Profile', draftFields);
  return (
    <Form className={styles.form} {...formProps}>
      <UnsavedChangesGuard when={formState.isDirty} />
      <TextField label="Name" autoComplete="name" required {...field('name')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        required
        readOnly={isGoogle}
        hint={isGoogle && 'Email is managed by your Google account'}
        {...field('email')}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Save Changes
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Form>
  );
}
