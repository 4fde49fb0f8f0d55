import type { Plan } from '@studiolo/infra/stack/plan';
import { eventually } from '@studiolo/testing/eventually';
import pg from 'pg';

/** Runs statements as the administrator of a stack's database, on one connection. */
export async function asAdmin<Result>(
  plan: Plan,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: plan.adminDatabaseUrl });
  // A server that is stopped on purpose cuts the line.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Resolves when no upload has quota reserved any more; throws after the given time. */
export async function untilReleased(plan: Plan, withinMs: number): Promise<void> {
  const query = 'SELECT owner_id, reserved_bytes FROM storage.usage WHERE reserved_bytes > 0';
  await eventually(async () => {
    const { rows } = await asAdmin(plan, (client) => client.query(query));
    expect(rows).toEqual([]);
  }, withinMs);
}
