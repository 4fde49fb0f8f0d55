import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { fileCount } from '../../../lib/format';
import { useHasDraft } from '../../../lib/forms/drafts';
import type { ProjectDetail as Detail } from '../../../lib/projects/project-query';
import { BackToProjects } from '../../../ui/back-link';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { ElsewhereMark } from '../../../ui/elsewhere-mark';
import { lazyDialog } from '../../../ui/lazy-dialog';
import { PageHeader } from '../../../ui/page';
import { useDeleteProject } from '../api/use-delete-project';
import { ProjectDescription } from './project-description';
import styles from './project-detail.module.css';
import { ProjectFacts } from './project-facts';
import { StatusChoice } from './status-choice';

const EditProjectDialog = lazyDialog(() => import('./edit-project-dialog'));

function DeleteButton({ project: { id, title, files } }: { project: Detail }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteProject(id);
  return (
    <>
      <Button variant="danger" data-command="delete" onClick={() => setIsAsking(true)}>
        <Trash2 size={16} strokeWidth={1.6} aria-hidden />
        <span className={styles.word}>Delete</span>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete project"
        message="Are you sure you want to delete this project? This action cannot be undone."
        confirmLabel="Delete"
        isDangerous
        isBusy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onError: () => setIsAsking(false),
          })
        }
        onClose={() => setIsAsking(false)}
      >
        <p>
          <bdi>{title}</bdi>
          {files.length > 0 && `, with ${fileCount(files.length)}`}
        </p>
      </ConfirmDialog>
    </>
  );
}

interface ProjectDetailProps {
  project: Detail;
  /** Whether this is its own answer, with the ETag that a save needs, and not yet what a list tells of it. */
  isRead: boolean;
}

export function ProjectDetail({ project, isRead }: ProjectDetailProps) {
  const [isEditing, setIsEditing] = useState(useHasDraft());
  const [hasBeenRead, setHasBeenRead] = useState(isRead);
  if (isRead && !hasBeenRead) setHasBeenRead(true);
  return (
    <>
      <PageHeader
        above={<BackToProjects />}
        heading={project.title}
        actions={
          <>
            <Button data-command="edit" onClick={() => setIsEditing(true)}>
              <Pencil size={16} strokeWidth={1.6} aria-hidden />
              <span className={styles.word}>Edit</span>
            </Button>
            <DeleteButton project={project} />
          </>
        }
      />
      <div className={styles.body}>
        <ElsewhereMark projectId={project.id} place="above" />
        <div className={styles.line}>
          <StatusChoice project={project} isRead={isRead} />
          <ProjectFacts project={project} />
        </div>
        <ProjectDescription text={project.description} />
      </div>
      <EditProjectDialog
        project={project}
        isOpen={isEditing && hasBeenRead}
        onClose={() => setIsEditing(false)}
      />
    </>
  );
}
