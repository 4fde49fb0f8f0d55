import { Page, PageHeader } from '../../ui/page';

export function Component() {
  return (
    <Page title="Google">
      <PageHeader heading="Google" />
    </Page>
  );
}
