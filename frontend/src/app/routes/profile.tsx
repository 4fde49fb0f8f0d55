import { useFreshProfile } from '../../features/profile/api/use-fresh-profile';
import { AppearanceSection } from '../../features/profile/components/appearance-section';
import { ArchiveSection } from '../../features/profile/components/archive-section';
import { DeletionSection } from '../../features/profile/components/deletion-section';
import { PasswordSection } from '../../features/profile/components/password-section';
import { ProfileDetails } from '../../features/profile/components/profile-details';
import { Section } from '../../features/profile/components/section';
import { SessionsSection } from '../../features/profile/components/sessions-section';
import { openCommandSheet } from '../../lib/command-sheet';
import { Button } from '../../ui/button';
import { Page, PageHeader } from '../../ui/page';
import { LogoutButton } from '../layout/logout-button';

export function Component() {
  const user = useFreshProfile();
  return (
    <Page title="Profile">
      <PageHeader heading="Profile Settings" subtitle="Who you are here, and how you come in." />
      <ProfileDetails user={user} />
      <PasswordSection user={user} />
      <AppearanceSection />
      <Section title="Keyboard" text="Keys for what you do most, and a switch for them.">
        <Button
          onClick={() => {
            openCommandSheet('keys');
          }}
        >
          Keyboard shortcuts
        </Button>
      </Section>
      <Section title="Session" text="You stay signed in on this browser until you log out.">
        <LogoutButton look={{}} />
      </Section>
      <SessionsSection />
      <ArchiveSection />
      <DeletionSection />
    </Page>
  );
}
