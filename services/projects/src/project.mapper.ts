import type { ProjectRecord } from '@studiolo/contracts';

/** A row of `projects` as SQL gives it, of these columns: */
export const PROJECT_COLUMNS =
  'id, title, client, contact, status, description, created_at, updated_at';

export interface ProjectRow extends Omit<ProjectRecord, 'created_at' | 'updated_at'> {
  readonly created_at: Date;
  readonly updated_at: Date;
}

export function toProjectRecord(row: ProjectRow): ProjectRecord {
  return {
    id: row.id,
    title: row.title,
    client: row.client,
    contact: row.contact,
    status: row.status,
    description: row.description,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
