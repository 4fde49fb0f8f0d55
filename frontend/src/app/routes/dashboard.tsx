import { Page, PageHeader } from '../../ui/page';

export function Component() {
  return (
    <Page title="Dashboard">
      <PageHeader heading="Dashboard" />
    </Page>
  );
}
