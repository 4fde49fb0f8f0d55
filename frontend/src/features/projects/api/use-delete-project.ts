import { deleteProjectOperation } from '@studiolo/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';

import { call } from '../../../lib/api/client';
import { queryKeys } from '../../../lib/api/queries';
import { useLinkToList } from '../../../lib/projects/list-address';
import { toast } from '../../../lib/toasts';
import { forgetProject } from './project-cache';

export function useDeleteProject(id: string) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { to, state } = useLinkToList();
  return useMutation({
    mutationFn: () => call(deleteProjectOperation, { params: { id } }),
    onSuccess: async () => {
      toast.success('Project deleted successfully');
      await navigate(to, { state, replace: true });
      forgetProject(queryClient, id);
      void queryClient.invalidateQueries({ queryKey: queryKeys.projects });
      void queryClient.invalidateQueries({ queryKey: queryKeys.storageUsage });
    },
    onError: () => toast.error('Failed to delete project'),
  });
}
