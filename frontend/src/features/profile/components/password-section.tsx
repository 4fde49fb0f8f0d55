import { useState } from 'react';

import type { User } from '../../../lib/api/answers';
import { GOOGLE_SECURITY_URL } from '../../../lib/paths';
import { Button } from '../../../ui/button';
import { isGoogleAccount } from '../api/changes';
import { PasswordForm } from './password-form';
import styles from './profile.module.css';
import { Section } from './section';

function GoogleNote() {
  return (
    <p className={styles.note}>
      Password and security are managed by your Google account.{' '}
      <a href={GOOGLE_SECURITY_URL} target="_blank" rel="noreferrer">
        Google account security settings
      </a>
    </p>
  );
}

export function PasswordSection({ user }: { user: User }) {
  const [isChanging, setIsChanging] = useState(false);
  if (isGoogleAccount(user)) {
    return (
      <Section title="Password">
        <GoogleNote />
      </Section>
    );
  }
  const close = () => {
    setIsChanging(false);
  };
  return (
    <Section title="Password" text="Changing it signs you out everywhere else.">
      {isChanging ? (
        <PasswordForm onClose={close} />
      ) : (
        <Button
          onClick={() => {
            setIsChanging(true);
          }}
        >
          Change Password
        </Button>
      )}
    </Section>
  );
}
