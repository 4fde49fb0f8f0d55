import {
  createProjectOperation,
  updateProjectOperation,
  type Project,
  type ProjectFields,
} from '@studiolo/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../../../lib/api/client';
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

/**
 * One key for the life of the form: a second try after a lost answer finds the project of the first, and what was
 * typed in between is then saved into it.
 */
async function create(fields: ProjectFields, key: string): Promise<Project> {
  const { project } = await call(createProjectOperation, {
    body: fields,
    headers: { 'idempotency-key': key },
  });
  return isAsTyped(project, fields) ? project : update(project.id, fields);
}

export function useCreateProject() {
  const queryClient = useQueryClient();
  const [key] = useState(newIdempotencyKey);
  return useMutation({
    mutationFn: (fields: ProjectFields) => create(fields, key),
    onSuccess: (project) => {
      toast.success('Project created successfully!');
      void queryClient.invalidateQueries({ queryKey: queryKeys.projects });
      queryClient.setQueryData(projectQuery(project.id).queryKey, project);
    },
    onError: () => {
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
