import { Page, PageHeader } from '../../ui/page';

export function Component() {
  return (
    <Page title="Forgot password">
      <PageHeader heading="Forgot password" />
    </Page>
  );
}
