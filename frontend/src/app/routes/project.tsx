import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useParams } from 'react-router-dom';

import { ProjectFiles } from '../../features/files/components/project-files';
import { projectOfLists } from '../../features/projects/api/project-cache';
import { ProjectDetail } from '../../features/projects/components/project-detail';
import { isRefusedFor } from '../../lib/api/errors';
import { useLinkToList } from '../../lib/projects/list-address';
import { projectQuery } from '../../lib/projects/project-query';
import { BackToProjects } from '../../ui/back-link';
import { EmptyState } from '../../ui/empty-state';
import { LinkButton } from '../../ui/link-button';
import { LoadFailed } from '../../ui/load-failed';
import { Page, PageHeader } from '../../ui/page';
import { Skeleton } from '../../ui/skeleton';
import styles from './project.module.css';

const FRAMES = 6;

/** In the places of what will be there. */
function ProjectLoading() {
  return (
    <div className={styles.loading} aria-busy>
      <PageHeader
        above={<BackToProjects />}
        heading={
          <>
            <span className={styles.name}>Loading project</span>
            <Skeleton width="min(26rem, 80%)" height="1lh" />
          </>
        }
        actions={<Skeleton width="6rem" height="2.75rem" />}
      />
      <div className={styles.facts}>
        <Skeleton width="min(30rem, 100%)" height="var(--status-height)" />
        <Skeleton width="min(24rem, 90%)" height="1.25rem" />
      </div>
      <div className={styles.files}>
        <div className={styles.bar}>
          <Skeleton width="8rem" height="2.75rem" />
          <Skeleton width="min(27rem, 100%)" height="2.75rem" />
        </div>
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
  const queryClient = useQueryClient();
  const query = useQuery({
    ...projectQuery(id),
    placeholderData: () => projectOfLists(queryClient, id),
  });
  const { data, error, isPlaceholderData } = query;
  // Many frames are drawn in slices, so that the page answers meanwhile.
  const project = useDeferredValue(data);
  const backToProjects = <LinkButton {...useLinkToList()}>Back to Projects</LinkButton>;
  if (isRefusedFor(error, ['PROJECT_NOT_FOUND', 'NOT_FOUND'], 404)) {
    return (
      <Page title="Project not found" isWide>
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
        <ProjectDetail project={project} isRead={!isPlaceholderData && project === data} />
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
