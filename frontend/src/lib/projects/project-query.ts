import { getProjectOperation, projectSchema } from '@studiolo/contracts';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';

import type { Project } from '../api/answers';
import { callForEtag } from '../api/client';
import { projectWithout } from '../api/hidden-files';
import { queryKeys } from '../api/queries';

/** Accepts an answer that is the project itself or contains it as `project`. */
const detailOperation = {
  ...getProjectOperation,
  answer: z.union([getProjectOperation.answer, projectSchema]),
};

/** A project with the ETag of its answer. A save that sends the ETag overwrites no other save. */
export type ProjectDetail = Project & { etag: string | null };

export async function readProject(id: string, signal?: AbortSignal): Promise<ProjectDetail> {
  const { answer, etag } = await callForEtag(detailOperation, { params: { id }, signal });
  return { ...projectWithout('project' in answer ? answer.project : answer), etag };
}

export function projectQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.projects, 'detail', id],
    queryFn: ({ signal }) => readProject(id, signal),
  });
}
