import { emailSchema, nameSchema } from '@studiolo/contracts';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';

import type { User } from '../../../lib/api/answers';
import { describeError } from '../../../lib/api/errors';
import { formatDate } from '../../../lib/format';
import { useDraft, useHasDraft } from '../../../lib/forms/drafts';
import { useSavingForm } from '../../../lib/forms/use-saving-form';
import { updateUser } from '../../../lib/session/session';
import { toast } from '../../../lib/toasts';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/fields';
import { Form } from '../../../ui/form';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes-guard';
import { useDiscardQuestion } from '../../../ui/use-discard-question';
import { isGoogleAccount, updateProfile } from '../api/profile';
import { Editable } from './editable';
import styles from './profile.module.css';
import { Section } from './section';

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

function ProfileForm({ user, onClose }: ProfileFormProps) {
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
  const { close, question } = useDiscardQuestion(formState.isDirty, onClose);
  return (
    <Form className={styles.form} {...formProps}>
      <UnsavedChangesGuard when={formState.isDirty} />
      {question}
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
        <Button onClick={close}>Cancel</Button>
      </div>
    </Form>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

function Facts({ user }: { user: User }) {
  return (
    <dl className={styles.facts}>
      <Fact label="Name">{user.name}</Fact>
      <Fact label="Email">
        {user.email}
        {user.email_verified && <span className={styles.verified}> · Verified</span>}
      </Fact>
      <Fact label="Sign in">{isGoogleAccount(user) ? 'Google' : 'Email and password'}</Fact>
      {user.created_at && <Fact label="Member since">{formatDate(user.created_at)}</Fact>}
      {user.last_login && <Fact label="Last login">{formatDate(user.last_login)}</Fact>}
    </dl>
  );
}

export function ProfileDetails({ user }: { user: User }) {
  return (
    <Section title="Profile" text="Your name appears on your dashboard.">
      <Editable
        label="Edit Profile"
        startsOpen={useHasDraft()}
        form={(close) => <ProfileForm user={user} onClose={close} />}
      >
        <Facts user={user} />
      </Editable>
    </Section>
  );
}
