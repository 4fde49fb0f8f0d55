import { useQuery } from '@tanstack/react-query';

import { AccountDeletion } from '../../features/profile/components/account-deletion';
import { Archive } from '../../features/profile/components/archive';
import { BringBack } from '../../features/profile/components/bring-back';
import { PasswordSection } from '../../features/profile/components/password-section';
import styles from '../../features/profile/components/profile.module.css';
import { ProfileDetails } from '../../features/profile/components/profile-details';
import { Section } from '../../features/profile/components/section';
import { SessionsSection } from '../../features/profile/components/sessions-section';
import { profileQuery } from '../../lib/api/queries';
import { useUser } from '../../lib/session/session';
import { Page, PageHeader } from '../../ui/page';
import { ThemeButton } from '../../ui/theme-toggle';
import { LogoutButton } from '../layout/logout-button';

export function Component() {
  const user = useUser();
  useQuery(profileQuery);
  return (
    <Page title="Profile">
      <PageHeader heading="Profile Settings" subtitle="Who you are here, and how you come in." />
      <ProfileDetails user={user} />
      <PasswordSection user={user} />
      <Section
        title="This browser"
        text="Paper by day, darkroom by night. You stay signed in here until you log out."
      >
        <div className={styles.actions}>
          <ThemeButton />
          <LogoutButton look={{}} />
        </div>
      </Section>
      <SessionsSection />
      <Section
        title="Your data"
        text="Everything in one archive: your profile and projects as JSON and a table, and every file. An archive can be brought back, here or to another account. With the account, all of it goes, for good."
      >
        <Archive />
        <BringBack />
        <AccountDeletion />
      </Section>
    </Page>
  );
}
