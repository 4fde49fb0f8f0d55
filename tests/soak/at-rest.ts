import { onDatabase } from '@studiolo/infra/stack/database';
import { type Plan, SCALABLE, SERVICES } from '@studiolo/infra/stack/plan';
import { environment } from '@studiolo/testing/environment';
import { eventually } from '@studiolo/testing/eventually';
import { allMails } from '@studiolo/testing/mailbox';

import { type Footprint, footprint } from '../resilience/support/footprint.ts';
import { objectKeys } from '../support/object-keys.ts';
import { leftInRedis, onRedis } from '../support/redis.ts';
import type { RunningStack } from '../support/running-stack.ts';
import { QUOTA_BYTES } from './broken-stack.ts';

/** Work that was interrupted is finished within this time, also what follows a deletion by event. */
const SETTLED_WITHIN_MS = 60_000;
/** An upload that went silent ends after a minute; the sweep removes an object without a row some minutes later. */
const SWEPT_WITHIN_MS = 300_000;
const MAILED_WITHIN_MS = 60_000;

/** Queries that must never find a row; each sees one snapshot. */
const NEVER: Record<string, string> = {
  'more kept and reserved than the quota': `
    SELECT user_id FROM (SELECT user_id, size FROM storage.files
                          UNION ALL SELECT user_id, size FROM storage.upload_files) AS taken
     GROUP BY user_id HAVING sum(size) > ${QUOTA_BYTES}`,
};

const OUTBOXES = SERVICES.map((one) => `SELECT '${one}', id FROM ${one}.outbox`);

/** Queries that must find no row once nothing is under way. */
const AT_REST: Record<string, string> = {
  ...NEVER,
  'projects of a deleted account': `
    SELECT id FROM projects.projects WHERE user_id NOT IN (SELECT id FROM auth.accounts)`,
  'files of a deleted project': `
    SELECT id FROM storage.files WHERE project_id NOT IN (SELECT id FROM projects.projects)`,
  'uploads to a deleted project': `
    SELECT upload_id FROM storage.upload_files WHERE project_id NOT IN (SELECT id FROM projects.projects)`,
  'files of a deleted account': `
    SELECT id FROM storage.files WHERE user_id NOT IN (SELECT id FROM auth.accounts)`,
  'uploads that went silent': `
    SELECT upload_id FROM storage.upload_files WHERE expires_at < now() - interval '30 seconds'`,
  'objects that are still to be deleted': 'SELECT object_key FROM storage.object_deletions',
  'entries of an outbox': OUTBOXES.join(' UNION ALL '),
};

const rowsFound = (plan: Plan, queries: Record<string, string>): Promise<string[]> =>
  onDatabase(plan.adminDatabaseUrl, async (client) => {
    const found: string[] = [];
    for (const [what, query] of Object.entries(queries)) {
      const { rows } = await client.query<Record<string, string>>(query);
      if (rows.length > 0)
        found.push(`${rows.length} × ${what}, e.g. ${Object.values(rows[0] ?? {}).join()}`);
    }
    return found;
  });

/** What the first of these queries find now; nothing while the database is away. */
export const wrongNow = (plan: Plan): Promise<string[]> => rowsFound(plan, NEVER).catch(() => []);

/** Waits until a check finds nothing; gives what it found last. */
export async function untilNothing(
  look: () => string[] | Promise<string[]>,
  withinMs: number,
): Promise<string[]> {
  let found: string[] = [];
  await eventually(async () => {
    found = await look();
    if (found.length > 0) throw new Error(found.join());
  }, withinMs).catch((error: unknown) => {
    if (found.length === 0) found = [String(error)];
  });
  return found;
}

/** Waits until nothing is under way any more; gives what is left. */
export const leftAtRest = ({ plan }: RunningStack): Promise<string[]> =>
  untilNothing(
    async () => [...(await rowsFound(plan, AT_REST)), ...(await onRedis(plan, leftInRedis))],
    SETTLED_WITHIN_MS,
  );

/** Waits until the store holds one object for each file and no other; gives the difference. */
export const strayObjects = ({ plan }: RunningStack): Promise<string[]> =>
  untilNothing(async () => {
    const present = new Set(await objectKeys(plan.objectStore));
    const query = 'SELECT object_key AS key FROM storage.files';
    const { rows } = await onDatabase(plan.adminDatabaseUrl, (client) =>
      client.query<{ key: string }>(query),
    );
    const wanted = new Set(rows.map(({ key }) => key));
    const lost = [...wanted].filter((key) => !present.has(key));
    const stray = [...present].filter((key) => !wanted.has(key));
    return [
      ...lost.map((key) => `the object ${key} of a file is lost`),
      ...stray.map((key) => `the object ${key} belongs to no file`),
    ];
  }, SWEPT_WITHIN_MS);

/**
 * Waits for the mails that were promised; copies of one mail count once.
 * @param promised by address, the least number of mails that must come; more than one is too much
 */
export const wrongMails = (promised: ReadonlyMap<string, number>): Promise<string[]> =>
  untilNothing(async () => {
    const mails = await allMails(environment('MAIL_URL'));
    return [...promised].flatMap(([address, least]) => {
      const own = mails.filter(({ to }) => to.some((receiver) => receiver.address === address));
      const { size } = new Set(own.map(({ text }) => text));
      return size < least || size > 1 ? [`${size} mails came to ${address}`] : [];
    });
  }, MAILED_WITHIN_MS);

const replicas = (running: RunningStack): string[] =>
  SCALABLE.flatMap((part) => running.replicasOf(part));

/** Messages that replicas have taken over from others so far. */
export function takenOver(running: RunningStack): number {
  const logs = replicas(running).map((name) => running.logOf(name));
  const counts = [...logs.join('\n').matchAll(/Took over (\d+) entries/g)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** A figure may grow by this factor and this number since the first round. */
const MAY_GROW = 1.5;
const MAY_GROW_BY = 60;

/** Gives a function that names what a stack at rest holds too much of, compared with what it held at the first call. */
export function growthOf(running: RunningStack): () => Promise<string[]> {
  let first: Footprint | undefined;
  return async () => {
    const now = await footprint(running, replicas(running));
    const before = (first ??= now);
    const keys = Object.keys(now) as (keyof Footprint)[];
    return keys
      .filter((key) => now[key] > before[key] * MAY_GROW + MAY_GROW_BY)
      .map((key) => `${key} grew from ${before[key]} to ${now[key]}`);
  };
}
