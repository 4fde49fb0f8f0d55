import { createProjectOperation, projectSchema } from '@studiolo/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import * as z from 'zod/mini';

import type { ProjectFields } from '../../../lib/api/answers';
import { callForEtag } from '../../../lib/api/client';
import { isRefused } from '../../../lib/api/errors';
import { newIdempotencyKey } from '../../../lib/api/idempotency-key';
import { queryKeys } from '../../../lib/api/queries';
import { type ProjectDetail, projectQuery } from '../../../lib/projects/project-query';
import { toast } from '../../../lib/toasts';
import { changedFields } from '../conflict';
import { updateProject } from './update-project';

/** Pages need only the id of a new project: they know what was typed. */
const operation = {
  ...createProjectOperation,
  answer: z.object({ project: z.union([projectSchema, z.pick(projectSchema, { id: true })]) }),
};

/** A create that may have succeeded although its answer was lost. */
interface Attempt {
  readonly key: string;
  readonly fields: ProjectFields;
}

/**
 * Creates a project with the attempt's key and fields, so that a retry after a lost answer gets the project of the
 * first try. Fields typed since then are saved into it.
 */
async function create(attempt: Attempt, fields: ProjectFields): Promise<ProjectDetail> {
  const { answer, etag } = await callForEtag(operation, {
    body: attempt.fields,
    headers: { 'idempotency-key': attempt.key },
  });
  const now = new Date().toISOString();
  const sent = { ...attempt.fields, created_at: now, updated_at: now, files: [] };
  const project = { ...sent, ...answer.project, etag };
  const changes = changedFields(project, fields);
  return Object.keys(changes).length === 0 ? project : updateProject(project, changes, etag);
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
      // Unless the server refused it, the project may exist.
      if (isRefused(error)) attempt.current = null;
      toast.error('Failed to create project');
    },
  });
}
