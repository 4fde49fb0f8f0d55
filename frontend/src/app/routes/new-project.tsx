import { useState } from 'react';
import { Navigate } from 'react-router-dom';

import { useCreateProject } from '../../features/projects/api/create-project';
import { ProjectForm } from '../../features/projects/components/project-form';
import { focusFirstField } from '../../lib/forms/focus-first-field';
import { paths } from '../../lib/paths';
import { useLinkToList } from '../../lib/projects/list-address';
import { BackToProjects } from '../../ui/back-link';
import { LinkButton } from '../../ui/link-button';
import { Page, PageHeader } from '../../ui/page';
import { UnsavedChangesGuard } from '../../ui/unsaved-changes-guard';
import styles from './new-project.module.css';

export function Component() {
  const create = useCreateProject();
  const listLink = useLinkToList();
  const [isDirty, setIsDirty] = useState(false);
  // Removes the form, whose guard would otherwise ask before the page is left.
  if (create.data) return <Navigate to={paths.project(create.data.id)} replace />;
  return (
    <Page title="New Project">
      <PageHeader above={<BackToProjects />} heading="New Project" />
      <div ref={focusFirstField} className={styles.form}>
        <ProjectForm
          submitLabel="Create Project"
          cancel={<LinkButton {...listLink}>Cancel</LinkButton>}
          onSave={create.mutateAsync}
          onDirtyChange={setIsDirty}
        />
      </div>
      <UnsavedChangesGuard when={isDirty} />
    </Page>
  );
}
