import type { ReactNode } from 'react';

import { useLinkToList } from '../../../lib/list-address';
import { BackToProjects } from '../../../ui/back-link';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { LinkButton } from '../../../ui/link-button';
import { Skeleton } from '../../../ui/skeleton';
import styles from './project-page-states.module.css';

const FRAMES = 6;

export function ProjectLoading() {
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
      <div className={styles.frames}>
        {Array.from({ length: FRAMES }, (_, index) => (
          <div key={index} className={styles.frame}>
            <Skeleton height="100%" />
          </div>
        ))}
      </div>
    </div>
  );
}

function Stopped({ title, text, action }: { title: string; text: string; action?: ReactNode }) {
  return (
    <EmptyState
      headingLevel="h1"
      title={title}
      text={text}
      action={
        <div className={styles.actions}>
          {action}
          <LinkButton {...useLinkToList()}>Back to Projects</LinkButton>
        </div>
      }
    />
  );
}

export function ProjectNotFound() {
  return (
    <Stopped
      title="Project not found"
      text="It may have been deleted, or the address is not quite right."
    />
  );
}

interface ProjectLoadErrorProps {
  isRetrying: boolean;
  onRetry: () => void;
}

export function ProjectLoadError({ isRetrying, onRetry }: ProjectLoadErrorProps) {
  return (
    <div role="alert">
      <Stopped
        title="Failed to load project"
        text="Check your connection and try again."
        action={
          <Button variant="primary" isBusy={isRetrying} onClick={onRetry}>
            Retry
          </Button>
        }
      />
    </div>
  );
}
