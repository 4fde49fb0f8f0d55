import {
  createProjectOperation,
  updateProjectOperation,
  type Project,
  type ProjectFields,
} from '@studiolo/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import { call } from '../../../lib/api/client';
import { ApiError } from '../../../lib/api/errors';
import { newIdempotencyKey } from '../../../lib/idempotency-key';
import { projectQuery } from '../../../lib/project-query';
import { queryKeys } from '../../../lib/queries';
import { toast } from '../../../lib/toasts';
import { refreshBesidesLoadedLists, showChangedProject } from './project-cache';

function isAsTyped(project: Project, fields: ProjectFields): boolean {
  return Object.entries(fields).every(
    ([name, value]) => project[name as keyof ProjectFields] === value,
  );
}

async function update(id: string, fields: ProjectFields): Promise<Project> {
  const { project } = await call(updateProjectOperation, { params: { id }, body: fields });
  return project;
}

/** A create whose answer may have been lost. */
interface Attempt {
  readonly key: string;
  readonly fields: ProjectFields;
}

/**
 * Creates a project with what was typed first under the attempt's key, so that a second try after a lost answer
 * finds the project of the first; what was typed in between is then saved into it.
 */
async function create(attempt: Attempt, fields: ProjectFields): Promise<Project> {
  const { project } = await call(createProjectOperation, {
    body: attempt.fields,
    headers: { 'idempotency-key': attempt.key },
  });
  return isAsTyped(project, fields) ? project : update(project.id, fields);
}

/** A project that was refused does not exist. After any other failure it may. */
function mayHaveArrived(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500;
}

export function useCreateProject() {
  const queryClient = useQueryClient();
  const attempt = useRef<Attempt>(null);
  return useMutation({
    mutationFn: (fields: ProjectFields) => {
      attempt.current ??= { key: newIdempotencyKey(), fields };
      return create(attempt.current, fields);
    },
    onSuccess: (project) => {
      toast.success('Project created successfully!');
      void queryClient.invalidateQueries({ queryKey: queryKeys.projects });
      queryClient.setQueryData(projectQuery(project.id).queryKey, project);
    },
    onError: (error) => {
      if (!mayHaveArrived(error)) attempt.current = null;
      toast.error('Failed to create project');
    },
  });
}

export function useUpdateProject(project: Project) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (fields: ProjectFields) => update(project.id, fields),
    onSuccess: async (updated) => {
      toast.success('Project updated successfully');
      await queryClient.cancelQueries({ queryKey: queryKeys.projects });
      showChangedProject(queryClient, project, { ...updated, files: project.files });
      void refreshBesidesLoadedLists(queryClient);
    },
    onError: () => {
      toast.error('Failed to update project');
    },
  });
}
