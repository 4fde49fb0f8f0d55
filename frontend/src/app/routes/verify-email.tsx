import { Page, PageHeader } from '../../ui/page';

export function Component() {
  return (
    <Page title="Verify email">
      <PageHeader heading="Verify email" />
    </Page>
  );
}
