import { Page, PageHeader } from '../../ui/page';

export function Component() {
  return (
    <Page title="Login">
      <PageHeader heading="Login" />
    </Page>
  );
}
