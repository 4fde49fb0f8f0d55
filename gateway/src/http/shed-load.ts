import { AppError } from '@studiolo/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ConcurrencyLimit, STEADY_MAX } from './concurrency-limit.js';

/** `/api/projects/:id` → `projects`. */
const PART = /^\/api\/(auth|projects|storage|download|delete)\b/;

/**
 * Answers 503 at once to what cannot be answered soon. Each part of the API has a limit of its own, so
 * that one slow service does not take the others along. A request counts until its answer begins: what
 * follows lasts as long as its client needs. Uploads wait for each other instead (`UploadTurns`).
 */
export function shedLoad(server: FastifyInstance): void {
  const limits = new Map<string, ConcurrencyLimit>();
  const leaves = new WeakMap<FastifyRequest, (hasSucceeded: boolean) => void>();
  server.addHook('onRequest', (request, reply, done) => {
    const { url = '', method } = request.routeOptions;
    const part = PART.exec(url)?.[1];
    if (part === undefined) return done();
    const limit = limits.get(part) ?? limitOf(part);
    limits.set(part, limit);
    const leave = limit.enter(`${String(method)} ${url}`);
    if (!leave) return done(new AppError('UNAVAILABLE'));
    leaves.set(request, leave);
    // Also when there is nobody left to answer.
    reply.raw.once('close', () => leave(false));
    done();
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    leaves.get(request)?.(reply.statusCode < 500);
    done(null, payload);
  });
}

/** Passwords take their time by design, and auth has a line of its own for them: there, slow is not too many. */
function limitOf(part: string): ConcurrencyLimit {
  return part === 'auth' ? new ConcurrencyLimit(undefined, STEADY_MAX) : new ConcurrencyLimit();
}
