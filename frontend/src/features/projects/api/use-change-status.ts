import { updateProjectOperation, type Project, type ProjectStatus } from '@studiolo/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { call } from '../../../lib/api/client';
import { queryKeys } from '../../../lib/queries';
import { toast } from '../../../lib/toasts';
import { refreshBesidesLoadedLists, showChangedProject } from './project-cache';

interface StatusChange {
  project: Project;
  status: ProjectStatus;
}

const mutationKey = ['project-status'];

/** Shows the new status at once and the old one again if the server refuses. */
export function useChangeStatus() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey,
    // One after the other: two quick taps arrive in their order.
    scope: { id: 'project-status' },
    mutationFn: ({ project, status }: StatusChange) =>
      call(updateProjectOperation, { params: { id: project.id }, body: { status } }),
    onMutate: async ({ project, status }) => {
      await queryClient.cancelQueries({ queryKey: queryKeys.projects });
      showChangedProject(queryClient, project, { ...project, status });
    },
    onSuccess: (answer, { project, status }) => {
      const isLast = queryClient.isMutating({ mutationKey }) === 1;
      if (isLast) showChangedProject(queryClient, { ...project, status }, answer.project);
    },
    onError: (_error, { project, status }) => {
      showChangedProject(queryClient, { ...project, status }, project);
      toast.error('Failed to update project');
    },
    onSettled: () => refreshBesidesLoadedLists(queryClient),
  });
}
