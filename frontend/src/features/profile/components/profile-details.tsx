import type { ReactNode } from 'react';

import type { User } from '../../../lib/api/answers';
import { useHasDraft } from '../../../lib/drafts';
import { formatDate } from '../../../lib/format';
import { isGoogleAccount } from '../api/profile';
import { Editable } from './editable';
import styles from './profile.module.css';
import { ProfileForm } from './profile-form';
import { Section } from './section';

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
