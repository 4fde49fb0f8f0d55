import { type ReactNode, useState } from 'react';

import type { ProjectChanges } from '../../../lib/api/answers';
import type { ProjectDetail } from '../../../lib/projects/project-query';
import { toast } from '../../../lib/toasts';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import type { DialogProps } from '../../../ui/lazy-dialog';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes-guard';
import { useDiscardQuestion } from '../../../ui/use-discard-question';
import { overtakenBy, useUpdateProject } from '../api/update-project';
import { changedFields, type Conflict, conflictingFields } from '../conflict';
import { ProjectConflict } from './project-conflict';
import { ProjectForm } from './project-form';

interface EditProjectFormProps {
  project: ProjectDetail;
  cancel: ReactNode;
  onSaved: () => void;
  onDirtyChange: (isDirty: boolean) => void;
}

/** The form of a project; shows the conflict when somebody else has saved the same field meanwhile. */
function EditProjectForm({ project, cancel, onSaved, onDirtyChange }: EditProjectFormProps) {
  // The form keeps the project it was opened with, although `project` may change meanwhile.
  const [base] = useState(project);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { mutateAsync } = useUpdateProject(project);
  const save = async (
    mine: ProjectChanges,
    over: ProjectDetail,
    isRetry = false,
  ): Promise<void> => {
    try {
      await mutateAsync({ changes: mine, etag: over.etag });
    } catch (error) {
      const theirs = overtakenBy(error);
      if (!theirs) throw error;
      const names = conflictingFields(over, mine, theirs);
      if (names.length > 0) setConflict({ mine, theirs, names });
      else if (isRetry) toast.error('Failed to update project');
      else await save(mine, theirs, true);
      return;
    }
    onSaved();
  };
  return (
    <>
      {conflict && (
        <ProjectConflict
          key={conflict.theirs.etag}
          conflict={conflict}
          onSave={(changes) => save(changes, conflict.theirs)}
          onBack={() => setConflict(null)}
        />
      )}
      <div hidden={conflict !== null}>
        <ProjectForm
          project={base}
          submitLabel="Save Changes"
          cancel={cancel}
          onSave={(fields) => save(changedFields(base, fields), base)}
          onDirtyChange={onDirtyChange}
        />
      </div>
    </>
  );
}

interface EditProjectDialogProps extends DialogProps {
  project: ProjectDetail;
}

/** Edits a project; asks before closing with unsaved changes. */
export default function EditProjectDialog({ project, isOpen, onClose }: EditProjectDialogProps) {
  const [isDirty, setIsDirty] = useState(false);
  const { close, question } = useDiscardQuestion(isDirty, onClose);
  return (
    <>
      <Dialog isOpen={isOpen} onClose={close} title="Edit Project" size="wide">
        <EditProjectForm
          project={project}
          cancel={<Button onClick={close}>Cancel</Button>}
          onSaved={onClose}
          onDirtyChange={setIsDirty}
        />
      </Dialog>
      <UnsavedChangesGuard when={isDirty} />
      {question}
    </>
  );
}
