import { runStatement } from '@studiolo/service-kit';
import type { DataSource } from 'typeorm';

import type { ListedObject } from '../object-store/object-store.js';

const OBJECT_KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const FIND_UNKNOWN_KEYS = {
  name: 'find-unknown-keys',
  text: `SELECT key FROM unnest($1::uuid[]) AS key
          WHERE NOT EXISTS (SELECT FROM files WHERE object_key = key)
            AND NOT EXISTS (SELECT FROM upload_files WHERE object_key = key)
            AND NOT EXISTS (SELECT FROM object_deletions WHERE object_key = key)`,
};

/** The objects whose keys have the form of upload keys. */
export function objectsOfUploads(objects: readonly ListedObject[]): ListedObject[] {
  return objects.filter(({ key }) => OBJECT_KEY.test(key));
}

/** The keys that no file, open upload or pending deletion references. */
export async function findUnknownKeys(
  dataSource: DataSource,
  objects: readonly ListedObject[],
): Promise<string[]> {
  const keys = objects.map(({ key }) => key);
  const rows = await runStatement<{ key: string }>(dataSource, FIND_UNKNOWN_KEYS, [keys]);
  return rows.map(({ key }) => key);
}
