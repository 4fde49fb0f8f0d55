import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Project } from '../../../lib/api/answers';
import { queryKeys } from '../../../lib/api/queries';
import { displayStatus } from '../../../lib/projects/project-status';
import { toast } from '../../../lib/toasts';
import { refreshBesidesLoadedLists, showChangedProject } from './project-cache';
import { updateProject } from './update-project';

interface StatusChange {
  project: Project;
  status: string;
  isUndo?: boolean;
}

const mutationKey = ['project-status'];

/** Shows the new status at once, and the old one again after a failure. */
export function useChangeStatus() {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationKey,
    // One at a time, so that two quick taps arrive in order.
    scope: { id: 'project-status' },
    // Sends only the status, so that no other field is overwritten.
    mutationFn: ({ project, status }: StatusChange) => updateProject(project, { status }),
    onMutate: async ({ project, status }) => {
      await queryClient.cancelQueries({ queryKey: queryKeys.projects });
      showChangedProject(queryClient, project, { ...project, status });
    },
    onSuccess: (changed, { project, status, isUndo }) => {
      const isLast = queryClient.isMutating({ mutationKey }) === 1;
      if (isLast) showChangedProject(queryClient, { ...project, status }, changed);
      toast.success('Project updated successfully', {
        detail: `${project.title}: ${displayStatus(status).label}`,
        ...(!isUndo && {
          onUndo: () => {
            const now = { ...project, status };
            mutation.mutate({ project: now, status: project.status, isUndo: true });
          },
        }),
      });
    },
    onError: (_error, { project, status }) => {
      showChangedProject(queryClient, { ...project, status }, project);
      toast.error('Failed to update project');
    },
    onSettled: () => refreshBesidesLoadedLists(queryClient),
  });
  return mutation;
}
