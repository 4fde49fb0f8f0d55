import type { ProjectRecord } from '@studiolo/contracts';
import { AppError, isoTimes, readRows } from '@studiolo/service-kit';
import type { DataSource } from 'typeorm';

import { PROJECT_COLUMNS, REVISION } from './project-columns.js';

const SELECT_PROJECT = {
  name: 'select-project',
  text: `SELECT ${PROJECT_COLUMNS}, ${REVISION} AS revision
           FROM projects WHERE id = $1 AND owner_id = $2`,
  types: isoTimes,
};

/** @throws AppError PROJECT_NOT_FOUND, for somebody else's project too */
export async function readProject(
  dataSource: DataSource,
  projectId: string,
  ownerId: string,
): Promise<{ project: ProjectRecord; revision: string }> {
  const values = [projectId, ownerId];
  type Row = ProjectRecord & { revision: string };
  const [row] = await readRows<Row>(dataSource, SELECT_PROJECT, values);
  if (!row) throw new AppError('PROJECT_NOT_FOUND');
  const { revision, ...project } = row;
  return { project, revision };
}
