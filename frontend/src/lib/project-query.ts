import { getProjectOperation, projectSchema, type Project } from '@studiolo/contracts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';

import { call } from './api/client';
import { queryKeys } from './queries';

/** The answer may be the project itself or hold it as `project`. */
const detailOperation = {
  ...getProjectOperation,
  answer: z.union([
    getProjectOperation.answer.transform(({ project }) => project),
    projectSchema,
  ]) as z.ZodType<Project>,
};

/** One project with its files. */
export function projectQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.projects, 'detail', id],
    queryFn: ({ signal }) => call(detailOperation, { params: { id }, signal }),
  });
}
