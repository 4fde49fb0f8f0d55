import { Page, PageHeader } from '../../ui/page';

export function Component() {
  return (
    <Page title="Storage">
      <PageHeader heading="Storage" />
    </Page>
  );
}
