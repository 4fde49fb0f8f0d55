import { useState } from 'react';

import type { ProjectDetail } from '../../../lib/project-query';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { Dialog } from '../../../ui/dialog';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes-guard';
import { EditProjectForm } from './edit-project-form';

interface EditProjectDialogProps {
  project: ProjectDetail;
  isOpen: boolean;
  onClose: () => void;
}

/** Edits a project; asks before closing with unsaved changes. */
export default function EditProjectDialog({ project, isOpen, onClose }: EditProjectDialogProps) {
  const [isDirty, setIsDirty] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const close = () => {
    if (isDirty) setIsAsking(true);
    else onClose();
  };
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
      <ConfirmDialog
        isOpen={isAsking}
        title="Discard changes?"
        message="What you typed has not been saved and will be lost."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        isDangerous
        onConfirm={() => {
          setIsAsking(false);
          onClose();
        }}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
