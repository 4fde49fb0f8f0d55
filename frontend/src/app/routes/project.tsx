import { Page, PageHeader } from '../../ui/page';

export function Component() {
  return (
    <Page title="Project">
      <PageHeader heading="Project" />
    </Page>
  );
}
