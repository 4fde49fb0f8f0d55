import { Teasers } from '../../features/studio/teasers';
import { Page, PageHeader } from '../../ui/page';

export function Component() {
  return (
    <Page title="Studio">
      <PageHeader
        heading="Studio"
        subtitle="Coming soon: AI features for the work around the work. Three are on the bench."
      />
      <Teasers />
    </Page>
  );
}
