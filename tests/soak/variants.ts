import type { CrashPoint } from '../resilience/crash-points/crash-point.ts';
import type { Variant } from './broken-source.ts';
import { FORGET_DELETIONS, type Palette } from './faults.ts';

/** A broken variant of the code, and the faults among which it is looked for. */
export interface CheckedVariant extends Variant {
  palette: Palette;
}

const crash = (point: CrashPoint): Palette => ({ kinds: ['crash'], points: [point] });
const KILLED: Palette = { kinds: ['killed'] };

/** What the soak must find: each variant takes one guarantee away. */
export const VARIANTS: readonly CheckedVariant[] = [
  {
    name: 'the inbox is not consulted',
    file: 'libs/service-kit/dist/inbox/inbox.js',
    search: 'message_id: messageId,',
    replace: 'message_id: `${messageId}${Math.random()}`,',
    palette: crash({ message: 'projects.create', at: 'after-commit' }),
  },
  {
    name: 'events are acknowledged before their effect',
    file: 'libs/transport/dist/server/event-handler.js',
    search: 'void this.taken.run(delivery.entryId, ()=>this.handle(delivery))',
    replace:
      'this.parts.outgoing.acknowledge(this.taken, delivery.entryId); void this.taken.run(delivery.entryId, ()=>new Promise((go)=>setTimeout(go, 50)).then(()=>this.handle(delivery)))',
    palette: crash({ message: 'user.deleted', at: 'before-commit' }),
  },
  {
    name: 'an upload that went silent keeps its reservation',
    file: 'services/storage/dist/database-clock.js',
    search: '<= clock_timestamp()',
    replace: "< '-infinity'",
    palette: { kinds: ['way'] },
  },
  {
    name: 'the cached copies of ended sessions stay',
    file: 'services/auth/dist/sessions/session-cache.js',
    search: 'sessionIds.map((id)=>this.write(',
    replace: '[].map((id)=>this.write(',
    palette: KILLED,
  },
  {
    name: 'the cached copies of sessions in older data of Redis are trusted',
    file: 'gateway/dist/session/session-reader.js',
    search: 'confirmed.has(session.sessionId)',
    replace: 'true',
    palette: { kinds: ['store'] },
  },
  {
    name: 'a changed password ends no sessions',
    file: 'services/auth/dist/change-password/change-password.handler.js',
    search: 'await this.sessions.endAll(transaction, account.id, request.sessionId);',
    replace: '',
    palette: KILLED,
  },
  {
    name: 'the outbox is written after the commit',
    file: 'libs/service-kit/dist/outbox/outbox.js',
    search: 'await runStatement(transaction, INSERT_ENTRY, [',
    replace:
      'const { dataSource } = transaction; setTimeout((values) => void dataSource.query(INSERT_ENTRY.text, values), 20, [',
    palette: crash({ message: 'projects.delete', at: 'after-commit' }),
  },
  {
    name: 'what a killed replica was publishing is not published again',
    file: 'libs/service-kit/dist/outbox/outbox-dispatcher.js',
    search: "now() + interval '5 seconds'",
    replace: "now() + interval '1 day'",
    palette: crash({ statement: 'remove-outbox-entries' }),
  },
  {
    name: 'objects that a killed replica was removing are not removed again',
    file: 'services/storage/dist/deletions/object-remover.js',
    search: 'now() + $1::interval',
    replace: "now() + interval '1 day'",
    palette: crash({ statement: FORGET_DELETIONS }),
  },
  {
    name: 'what live peers have taken is taken over, too',
    file: 'libs/transport/dist/server/claimer.js',
    search: 'heartbeats[at] === null',
    replace: 'true',
    palette: {
      kinds: ['way'],
      ways: ['auth to PostgreSQL', 'projects to PostgreSQL', 'storage to PostgreSQL'],
    },
  },
  {
    name: 'the quota is checked without a lock',
    file: 'services/storage/dist/quota/owner-lock.js',
    search: 'pg_advisory_xact_lock(',
    replace: '(',
    palette: KILLED,
  },
  {
    name: 'If-Match is not compared',
    file: 'services/projects/dist/update-project/update-project.handler.js',
    search: '!revisions.includes(current.revision)',
    replace: 'revisions.length === 0',
    palette: KILLED,
  },
  {
    name: 'the Idempotency-Key of a create is ignored',
    file: 'gateway/dist/http/idempotency-key.js',
    search: 'return key === undefined ? undefined',
    replace: 'return true ? undefined',
    palette: { kinds: ['killed', 'crash'], points: [{ call: 'projects.create' }] },
  },
  {
    name: 'the deletion of a project is not announced',
    file: 'services/projects/dist/delete-project/delete-project.handler.js',
    search: 'await announce(manager, projectDeleted, {',
    replace: 'void ({',
    palette: KILLED,
  },
  {
    name: 'the tombstone of an account is not checked',
    file: 'services/projects/dist/create-project/create-project.handler.js',
    search: 'AND owners.deleted_at IS NULL',
    replace: '',
    palette: crash({ message: 'projects.create', at: 'before-commit' }),
  },
  {
    name: 'a signature is not verified',
    file: 'libs/transport/dist/wire/message-signer.js',
    search: 'if (signature?.length !== SIGNATURE_LENGTH) return false;',
    replace: 'return true;',
    palette: KILLED,
  },
  {
    name: 'a page that comes back misses a change',
    file: 'gateway/dist/live/live.controller.js',
    search: 'stream.reset();',
    replace: '',
    palette: KILLED,
  },
];
