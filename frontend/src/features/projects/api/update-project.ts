import { updateProjectOperation } from '@studiolo/contracts';
import * as z from 'zod/mini';

import type { Project, ProjectChanges } from '../../../lib/api/answers';
import { callForEtag } from '../../../lib/api/client';
import type { ProjectDetail } from '../../../lib/projects/project-query';

const operation = { ...updateProjectOperation, answer: z.partial(updateProjectOperation.answer) };

/**
 * Changes a project: if an ETag is given, only while it is current. A server that does not answer with the project has
 * changed what it was sent.
 */
export async function updateProject(
  project: Project,
  changes: ProjectChanges,
  ifMatch: string | null = null,
): Promise<ProjectDetail> {
  const { answer, etag } = await callForEtag(operation, {
    params: { id: project.id },
    body: changes,
    headers: ifMatch === null ? {} : { 'if-match': ifMatch },
  });
  return { ...project, ...(answer.project ?? changes), etag };
}
