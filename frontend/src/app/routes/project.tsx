import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';

import { ProjectFiles } from '../../features/files/components/project-files';
import { ProjectDetail } from '../../features/projects/components/project-detail';
import {
  ProjectLoadError,
  ProjectLoading,
  ProjectNotFound,
} from '../../features/projects/components/project-page-states';
import { ApiError } from '../../lib/api/errors';
import { type ProjectDetail as Project, projectQuery } from '../../lib/project-query';
import { Page } from '../../ui/page';

function ProjectPage({ project }: { project: Project }) {
  return (
    <Page title={project.title} isWide>
      <ProjectDetail project={project} />
      <ProjectFiles project={project} />
    </Page>
  );
}

/** The page of a project. Keyed by id, so that no state of another project stays. */
export function Component() {
  const { id = '' } = useParams();
  const { data: project, error, isFetching, refetch } = useQuery(projectQuery(id));
  const isMissing = error instanceof ApiError && error.status === 404;
  if (isMissing) {
    return (
      <Page title="Project not found">
        <ProjectNotFound />
      </Page>
    );
  }
  if (project) return <ProjectPage key={project.id} project={project} />;
  return (
    <Page title="Project" isWide>
      {error ? (
        <ProjectLoadError isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <ProjectLoading />
      )}
    </Page>
  );
}
