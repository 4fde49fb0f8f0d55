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

/** Bytes that uploads have reserved and not yet used or released, over all owners. */
export function reservedBytes(plan: Plan): Promise<number> {
  return asAdmin(plan, async (client) => {
    const query = 'SELECT coalesce(sum(reserved_bytes), 0)::int AS reserved FROM storage.usage';
    const { rows } = await client.query<{ reserved: number }>(query);
    return rows[0]?.reserved ?? 0;
  });
}

/** Milliseconds until no upload has quota reserved any more; throws after the given time. */
export async function untilReleased(plan: Plan, withinMs: number): Promise<number> {
  const began = performance.now();
  await eventually(async () => {
    const left = await reservedBytes(plan);
    if (left !== 0) throw new Error(`${left} bytes are still reserved`);
  }, withinMs);
  return Math.round(performance.now() - began);
}
