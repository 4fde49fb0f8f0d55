/** What an owner sees of a project, and nothing else: read with `isoTimes`, a row of it is a ProjectRecord. */
export const PROJECT_COLUMNS =
  'id, title, client, contact, status, description, created_at, updated_at';
