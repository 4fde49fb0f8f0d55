import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Project } from '../../../lib/api/answers';
import { queryKeys } from '../../../lib/api/queries';
import { type ProjectDetail, projectQuery, readProject } from '../../../lib/projects/project-query';
import { displayStatus } from '../../../lib/projects/project-status';
import { toast } from '../../../lib/toasts';
import { refreshBesidesLoadedLists, showChangedProject } from './project-cache';
import { overtakenBy, updateProject } from './update-project';

interface StatusChange {
  project: Project;
  status: string;
  /** The answer to the change that this one takes back. */
  undone?: ProjectDetail;
}

const mutationKey = ['project-status'];

/** Changes the status and no other field, whoever else has changed one: a list tells no ETag, so the project does. */
async function changeStatus(queryClient: QueryClient, { id }: Project, status: string) {
  const known = queryClient.getQueryData(projectQuery(id).queryKey) ?? (await readProject(id));
  try {
    return await updateProject(known, { status }, known.etag);
  } catch (error) {
    const newer = overtakenBy(error);
    if (!newer) throw error;
    return updateProject(newer, { status }, newer.etag);
  }
}

/** Shows the new status at once, and the old one again after a failure. Undo overwrites no later change. */
export function useChangeStatus() {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationKey,
    // One at a time, so that two quick taps arrive in order.
    scope: { id: 'project-status' },
    mutationFn: ({ project, status, undone }: StatusChange) =>
      undone
        ? updateProject(undone, { status }, undone.etag)
        : changeStatus(queryClient, project, status),
    onMutate: async ({ project, status }) => {
      await queryClient.cancelQueries({ queryKey: queryKeys.projects });
      showChangedProject(queryClient, project, { ...project, status });
    },
    onSuccess: (changed, { project, status, undone }) => {
      const isLast = queryClient.isMutating({ mutationKey }) === 1;
      if (isLast) showChangedProject(queryClient, { ...project, status }, changed);
      toast.success('Project updated successfully', {
        detail: `${project.title}: ${displayStatus(status).label}`,
        ...(!undone && {
          onUndo: () => {
            const now = { ...project, status };
            mutation.mutate({ project: now, status: project.status, undone: changed });
          },
        }),
      });
    },
    onError: (error, { project, status, undone }) => {
      const newer = undone ? overtakenBy(error) : null;
      showChangedProject(queryClient, { ...project, status }, newer ?? project);
      if (newer) toast.warning('Not undone: the project was changed meanwhile');
      else toast.error('Failed to update project');
    },
    onSettled: () => refreshBesidesLoadedLists(queryClient),
  });
  return mutation;
}
