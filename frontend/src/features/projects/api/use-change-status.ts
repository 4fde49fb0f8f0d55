import { type Project, type ProjectStatus, updateProjectOperation } from '@studiolo/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { callForEtag } from '../../../lib/api/client';
import type { ProjectDetail } from '../../../lib/project-query';
import { queryKeys } from '../../../lib/queries';
import { toast } from '../../../lib/toasts';
import { refreshBesidesLoadedLists, showChangedProject } from './project-cache';

interface StatusChange {
  project: Project;
  status: ProjectStatus;
}

const mutationKey = ['project-status'];

/** Shows the new status at once, and the old one again after a failure. */
export function useChangeStatus() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey,
    // One at a time, so that two quick taps arrive in order.
    scope: { id: 'project-status' },
    // Sends only the status, so that no other field is overwritten.
    mutationFn: async ({ project: { id }, status }: StatusChange): Promise<ProjectDetail> => {
      const request = { params: { id }, body: { status } };
      const { answer, etag } = await callForEtag(updateProjectOperation, request);
      return { ...answer.project, etag };
    },
    onMutate: async ({ project, status }) => {
      await queryClient.cancelQueries({ queryKey: queryKeys.projects });
      showChangedProject(queryClient, project, { ...project, status });
    },
    onSuccess: (changed, { project, status }) => {
      const isLast = queryClient.isMutating({ mutationKey }) === 1;
      if (isLast) showChangedProject(queryClient, { ...project, status }, changed);
    },
    onError: (_error, { project, status }) => {
      showChangedProject(queryClient, { ...project, status }, project);
      toast.error('Failed to update project');
    },
    onSettled: () => refreshBesidesLoadedLists(queryClient),
  });
}
