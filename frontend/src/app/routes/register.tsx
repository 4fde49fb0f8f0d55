import { Page, PageHeader } from '../../ui/page';

export function Component() {
  return (
    <Page title="Register">
      <PageHeader heading="Register" />
    </Page>
  );
}
