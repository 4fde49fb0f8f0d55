import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';

import { ProjectFiles } from '../../features/files/components/project-files';
import { ProjectDetail } from '../../features/projects/components/project-detail';
import { ProjectLoading } from '../../features/projects/components/project-loading';
import { ApiError } from '../../lib/api/errors';
import { useLinkToList } from '../../lib/list-address';
import { projectQuery } from '../../lib/project-query';
import { EmptyState } from '../../ui/empty-state';
import { LinkButton } from '../../ui/link-button';
import { LoadFailed } from '../../ui/load-failed';
import { Page } from '../../ui/page';

/** The page of a project. Its parts are keyed by id, so that no state of another project stays. */
export function Component() {
  const { id = '' } = useParams();
  const query = useQuery(projectQuery(id));
  const { data: project, error } = query;
  const backToProjects = <LinkButton {...useLinkToList()}>Back to Projects</LinkButton>;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Page title="Project not found">
        <EmptyState
          headingLevel="h1"
          title="Project not found"
          text="It may have been deleted, or the address is not quite right."
        >
          {backToProjects}
        </EmptyState>
      </Page>
    );
  }
  if (project) {
    return (
      <Page key={project.id} title={project.title} isWide>
        <ProjectDetail project={project} />
        <ProjectFiles project={project} />
      </Page>
    );
  }
  return (
    <Page title="Project" isWide>
      {error ? (
        <LoadFailed headingLevel="h1" title="Failed to load project" query={query}>
          {backToProjects}
        </LoadFailed>
      ) : (
        <ProjectLoading />
      )}
    </Page>
  );
}
