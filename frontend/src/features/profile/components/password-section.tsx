import type { User } from '../../../lib/api/answers';
import { GOOGLE_SECURITY_URL } from '../../../lib/paths';
import { isGoogleAccount } from '../api/profile';
import { Editable } from './editable';
import { PasswordForm } from './password-form';
import styles from './profile.module.css';
import { Section } from './section';

export function PasswordSection({ user }: { user: User }) {
  if (isGoogleAccount(user)) {
    return (
      <Section title="Password">
        <p className={styles.note}>
          Password and security are managed by your Google account.{' '}
          <a href={GOOGLE_SECURITY_URL} target="_blank" rel="noreferrer">
            Google account security settings
          </a>
        </p>
      </Section>
    );
  }
  return (
    <Section title="Password" text="Changing it signs you out everywhere else.">
      <Editable label="Change Password" form={(close) => <PasswordForm onClose={close} />} />
    </Section>
  );
}
