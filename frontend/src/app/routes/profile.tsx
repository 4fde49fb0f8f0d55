import { Page, PageHeader } from '../../ui/page';

export function Component() {
  return (
    <Page title="Profile">
      <PageHeader heading="Profile" />
    </Page>
  );
}
