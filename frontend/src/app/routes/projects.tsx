import { Page, PageHeader } from '../../ui/page';

export function Component() {
  return (
    <Page title="Projects">
      <PageHeader heading="Projects" />
    </Page>
  );
}
