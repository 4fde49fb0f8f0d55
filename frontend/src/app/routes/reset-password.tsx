import { Page, PageHeader } from '../../ui/page';

export function Component() {
  return (
    <Page title="Reset password">
      <PageHeader heading="Reset password" />
    </Page>
  );
}
