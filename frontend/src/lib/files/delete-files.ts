import { deleteFileOperation, type StoredFile } from '@studiolo/contracts';
import { type QueryClient, useIsMutating, useQueryClient } from '@tanstack/react-query';
import pLimit from 'p-limit';
import { useEffect } from 'react';

import { call } from '../api/client';
import { describeError, isRefusedFor } from '../api/errors';
import { type FileToDelete, hide, projectWithout, unhide, usageWithout } from '../api/hidden-files';
import { queryKeys, storageUsageQuery } from '../api/queries';
import { currentQueryClient } from '../api/query-client';
import { useAskBeforeClosing } from '../forms/use-ask-before-closing';
import { projectQuery } from '../projects/project-query';
import { keepChanges, toast } from '../toasts';

const mutationKey = ['delete-files'];

/** One request after the other, except when the page is left: then all are sent before its code stops. */
const inTurn = pLimit(1);

/** Resolves once all deletions that were sent are answered. */
let answered: Promise<unknown> = Promise.resolve();

/** Deletes what the server lets go, and collects the other files, and why, each reason once. */
async function deleteEach(files: readonly FileToDelete[]) {
  const kept: FileToDelete[] = [];
  const reasons = new Set<string>();
  const remove = async (file: FileToDelete) => {
    const { projectId, filename } = file;
    try {
      await call(deleteFileOperation, { params: { projectId, filename }, keepalive: true });
    } catch (error) {
      // It was deleted elsewhere meanwhile.
      if (isRefusedFor(error, ['FILE_NOT_FOUND', 'PROJECT_NOT_FOUND'], 404)) return;
      kept.push(file);
      reasons.add(describeError(error, 'Failed to delete file'));
    }
  };
  await Promise.all(files.map((file) => inTurn(remove, file)));
  return { kept, reasons };
}

/** Removes files from the data of the open page. Returns what puts some of them back. */
function removeFromCache(queryClient: QueryClient, files: readonly FileToDelete[]) {
  const removed = new Map<FileToDelete, StoredFile | undefined>();
  for (const file of files) {
    const { queryKey } = projectQuery(file.projectId);
    const project = queryClient.getQueryData(queryKey);
    removed.set(
      file,
      project?.files.find(({ filename }) => filename === file.filename),
    );
    if (project) queryClient.setQueryData(queryKey, projectWithout(project, [file]));
  }
  queryClient.setQueryData(
    storageUsageQuery.queryKey,
    (usage) => usage && usageWithout(usage, files),
  );
  return (some: readonly FileToDelete[]) => {
    unhide(files);
    for (const file of some) {
      queryClient.setQueryData(projectQuery(file.projectId).queryKey, (project) => {
        const stored = removed.get(file);
        return project && stored && { ...project, files: [...project.files, stored] };
      });
    }
    void queryClient.invalidateQueries({ queryKey: queryKeys.projects });
    void queryClient.invalidateQueries({ queryKey: queryKeys.storageUsage });
  };
}

/** Shows files as deleted at once; the server deletes them when the toast that offers Undo has ended. */
function deleteFiles(queryClient: QueryClient, files: readonly FileToDelete[]): void {
  hide(files);
  const putBack = removeFromCache(queryClient, files);
  const send = async () => {
    // Somebody else has signed in.
    if (currentQueryClient() !== queryClient) return unhide(files);
    const { kept, reasons } = await queryClient
      .getMutationCache()
      .build(queryClient, { mutationKey, mutationFn: () => deleteEach(files) })
      .execute(undefined);
    putBack(kept);
    for (const reason of reasons) toast.error(reason);
  };
  const isOne = files.length === 1;
  toast.success(`${isOne ? 'File' : `${files.length} files`} deleted successfully`, {
    onUndo: () => {
      putBack(files);
      toast.info('Deletion undone');
    },
    onKept: () => {
      answered = Promise.all([answered, send()]);
    },
  });
}

/** Ends Undo, and waits until the files are deleted: for what needs their names, their room or the session. */
export function finishDeletions(): Promise<unknown> {
  keepChanges();
  return answered;
}

/** Ends Undo when the page is left, by a link or with the whole document; browsers may end a hidden one unasked. */
function useDeletionOnLeaving(): void {
  useEffect(() => {
    const leave = () => {
      inTurn.concurrency = Infinity;
      keepChanges();
    };
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') leave();
      else inTurn.concurrency = 1;
    };
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', onVisibility);
      keepChanges();
    };
  }, []);
}

export function useDeleteFiles() {
  const queryClient = useQueryClient();
  useAskBeforeClosing(useIsMutating({ mutationKey }) > 0);
  useDeletionOnLeaving();
  return (files: readonly FileToDelete[]) => deleteFiles(queryClient, files);
}
