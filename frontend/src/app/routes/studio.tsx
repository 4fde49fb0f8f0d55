import { Page, PageHeader } from '../../ui/page';

export function Component() {
  return (
    <Page title="Studio">
      <PageHeader heading="Studio" />
    </Page>
  );
}
