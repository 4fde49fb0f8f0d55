import { Page, PageHeader } from '../../ui/page';

export function Component() {
  return (
    <Page title="New Project">
      <PageHeader heading="New Project" />
    </Page>
  );
}
