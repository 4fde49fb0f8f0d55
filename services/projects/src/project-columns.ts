import { isoTimeSql } from '@studiolo/service-kit';

/** The columns of a project that its owner sees; read with `isoTimes`, a row is a ProjectRecord. */
export const PROJECT_COLUMNS =
  'id, title, client, contact, status, description, created_at, updated_at';

/** A digest of the fields an owner can edit: it changes with them, and with nothing else. */
export const REVISION = `encode(sha256(convert_to(
  jsonb_build_array(title, client, contact, status, description)::text, 'UTF8')), 'hex')`;

/** A ProjectRecord as JSON. */
const PROJECT_JSON = `jsonb_build_object(
  'id', id, 'title', title, 'client', client, 'contact', contact, 'status', status,
  'description', description,
  'created_at', ${isoTimeSql('created_at')}, 'updated_at', ${isoTimeSql('updated_at')})`;

/** The reply of a message that gives one project, as JSON. */
export const PROJECT_REPLY_JSON = `jsonb_build_object('project', ${PROJECT_JSON}, 'revision', ${REVISION})`;
