import { isoTimeSql } from '@studiolo/service-kit';

/** What an owner sees of a project, and nothing else: read with `isoTimes`, a row of it is a ProjectRecord. */
export const PROJECT_COLUMNS =
  'id, title, client, contact, status, description, created_at, updated_at';

/** A ProjectRecord as JSON. */
export const PROJECT_JSON = `jsonb_build_object(
  'id', id, 'title', title, 'client', client, 'contact', contact, 'status', status,
  'description', description,
  'created_at', ${isoTimeSql('created_at')}, 'updated_at', ${isoTimeSql('updated_at')})`;
