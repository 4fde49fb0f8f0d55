import type { ProjectFields } from '@studiolo/contracts';
import { type ReactNode, useState } from 'react';

import type { ProjectDetail } from '../../../lib/project-query';
import { toast } from '../../../lib/toasts';
import { overtakenBy, useUpdateProject } from '../api/use-save-project';
import { type Choices, type Conflict, proposedChoices } from '../conflict';
import { ProjectConflict } from './project-conflict';
import { ProjectForm } from './project-form';

interface EditProjectFormProps {
  project: ProjectDetail;
  cancel: ReactNode;
  onSaved: () => void;
  onDirtyChange: (isDirty: boolean) => void;
}

interface OpenConflict extends Conflict {
  proposed: Choices;
  /** The ETag of `theirs`, which the resolved version replaces. */
  etag: string | null;
}

/** The form of a project; shows the conflict when somebody else has saved it meanwhile. */
export function EditProjectForm({ project, cancel, onSaved, onDirtyChange }: EditProjectFormProps) {
  // The form keeps the project it was opened with, although `project` may change meanwhile.
  const [base] = useState(project);
  const [conflict, setConflict] = useState<OpenConflict | null>(null);
  const { mutateAsync } = useUpdateProject(project);
  const save = async (mine: ProjectFields, etag: string | null, isRetry = false): Promise<void> => {
    try {
      await mutateAsync({ fields: mine, etag });
    } catch (error) {
      const theirs = overtakenBy(error);
      if (!theirs) throw error;
      const proposed = proposedChoices({ base, mine, theirs });
      if (proposed) setConflict({ base, mine, theirs, proposed, etag: theirs.etag });
      else if (isRetry) toast.error('Failed to update project');
      else await save(mine, theirs.etag, true);
      return;
    }
    onSaved();
  };
  return (
    <>
      {conflict && (
        <ProjectConflict
          key={conflict.etag}
          conflict={conflict}
          proposed={conflict.proposed}
          onSave={(fields) => save(fields, conflict.etag)}
          onBack={() => {
            setConflict(null);
          }}
        />
      )}
      <div hidden={conflict !== null}>
        <ProjectForm
          project={base}
          submitLabel="Save Changes"
          cancel={cancel}
          onSave={(fields) => save(fields, base.etag)}
          onDirtyChange={onDirtyChange}
        />
      </div>
    </>
  );
}
