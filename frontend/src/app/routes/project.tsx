import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useParams } from 'react-router-dom';

import { ProjectFiles } from '../../features/files/components/project-files';
import { ProjectDetail } from '../../features/projects/components/project-detail';
import { isRefusedFor } from '../../lib/api/errors';
import { useLinkToList } from '../../lib/projects/list-address';
import { projectQuery } from '../../lib/projects/project-query';
import { BackToProjects } from '../../ui/back-link';
import { EmptyState } from '../../ui/empty-state';
import { LinkButton } from '../../ui/link-button';
import { LoadFailed } from '../../ui/load-failed';
import { Page } from '../../ui/page';
import { Skeleton } from '../../ui/skeleton';
import styles from './project.module.css';

const FRAMES = 6;

function ProjectLoading() {
  return (
    <div className={styles.loading} aria-busy>
      <div className={styles.head}>
        <BackToProjects />
        <h1 className={styles.name}>Loading project</h1>
        <Skeleton width="min(26rem, 80%)" height="2.9rem" />
      </div>
      <Skeleton height="2.5rem" />
      <div className={styles.facts}>
        <Skeleton height="3.2rem" />
        <Skeleton height="3.2rem" />
        <Skeleton height="3.2rem" />
      </div>
      <div className={styles.files}>
        <Skeleton height="2.75rem" />
        <Skeleton height="2.75rem" />
        <div className={styles.frames} data-density="large">
          {Array.from({ length: FRAMES }, (_, index) => (
            <div key={index} className={styles.frame}>
              <Skeleton height="100%" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

/** The page of a project. Its parts are keyed by id, so that no state of another project stays. */
export function Component() {
  const { id = '' } = useParams();
  const query = useQuery(projectQuery(id));
  const { data, error } = query;
  // Many frames are drawn in slices, so that the page answers meanwhile.
  const project = useDeferredValue(data);
  const backToProjects = <LinkButton {...useLinkToList()}>Back to Projects</LinkButton>;
  if (isRefusedFor(error, ['PROJECT_NOT_FOUND', 'NOT_FOUND'], 404)) {
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
