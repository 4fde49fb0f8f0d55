import { pageAnswerSchema, projectSchema, updateProjectOperation } from '@studiolo/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';

import type { Project, ProjectChanges, ProjectFields } from '../../../lib/api/answers';
import { callForEtag } from '../../../lib/api/client';
import { ApiError, isRefusedFor } from '../../../lib/api/errors';
import { queryKeys } from '../../../lib/api/queries';
import { fieldNames } from '../../../lib/projects/project-fields';
import type { ProjectDetail } from '../../../lib/projects/project-query';
import { toast } from '../../../lib/toasts';
import { refreshBesidesLoadedLists, showChangedProject } from './project-cache';

const operation = { ...updateProjectOperation, answer: z.partial(updateProjectOperation.answer) };

/** All fields, as a form sends them. */
function withAllFields(project: Project, changes: ProjectChanges): ProjectFields {
  const fields = fieldNames.map((name) => [name, changes[name] ?? project[name] ?? '']);
  return Object.fromEntries(fields) as ProjectFields;
}

/**
 * Changes a project: if an ETag is given, only while it is current. Without one, all fields are sent: the server may
 * replace the project by what it gets. A server that does not answer with the project has changed what it was sent.
 */
export async function updateProject(
  project: Project,
  changes: ProjectChanges,
  ifMatch: string | null,
): Promise<ProjectDetail> {
  const { answer, etag } = await callForEtag(operation, {
    params: { id: project.id },
    body: ifMatch === null ? withAllFields(project, changes) : changes,
    headers: ifMatch === null ? {} : { 'if-match': ifMatch },
  });
  return { ...project, ...(answer.project ?? changes), etag };
}

/** The current project from the answer to a save that was refused because another save came first; else null. */
export function overtakenBy(error: unknown): ProjectDetail | null {
  if (!(error instanceof ApiError && isRefusedFor(error, ['PROJECT_CHANGED'], 412))) return null;
  const { data: project } = pageAnswerSchema(projectSchema).safeParse(error.body.project);
  return project ? { ...project, etag: error.etag } : null;
}

interface Save {
  changes: ProjectChanges;
  /** The ETag of the project that the form was opened with. */
  etag: string | null;
}

/** Saves the project if its ETag is still current; `overtakenBy` reads the error of a save that came second. */
export function useUpdateProject(project: Project) {
  const queryClient = useQueryClient();
  const show = async (now: Project) => {
    await queryClient.cancelQueries({ queryKey: queryKeys.projects });
    showChangedProject(queryClient, project, { ...now, files: project.files });
    void refreshBesidesLoadedLists(queryClient);
  };
  return useMutation({
    mutationFn: ({ changes, etag }: Save) => updateProject(project, changes, etag),
    onSuccess: async (updated) => {
      toast.success('Project updated successfully');
      await show(updated);
    },
    onError: async (error) => {
      const other = overtakenBy(error);
      if (other) await show(other);
      else toast.error('Failed to update project');
    },
  });
}
