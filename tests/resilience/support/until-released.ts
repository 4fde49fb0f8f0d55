import { onDatabase } from '@studiolo/infra/stack/database';
import type { Plan } from '@studiolo/infra/stack/plan';
import { eventually } from '@studiolo/testing/eventually';

/** A reservation whose upload went silent is released after a minute. */
const RELEASED_WITHIN_MS = 75_000;

/** Resolves when no upload has quota reserved any more. */
export async function untilReleased({ adminDatabaseUrl }: Plan): Promise<void> {
  const query = 'SELECT user_id, size FROM storage.upload_files';
  await eventually(async () => {
    const { rows } = await onDatabase(adminDatabaseUrl, (client) => client.query(query));
    expect(rows).toEqual([]);
  }, RELEASED_WITHIN_MS);
}
