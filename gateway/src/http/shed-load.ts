import { AppError } from '@studiolo/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { sendError } from '../errors/error-answer.js';
import { ConcurrencyLimit, STEADY_MAX } from './concurrency-limit.js';
import { RefusalLog } from './refusal-log.js';

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
  // One for all: an error of its own for each, and a line about it, would be a large part of the work of a refusal.
  const overloaded = new AppError('UNAVAILABLE');
  const refusals = new RefusalLog();
  server.addHook('onRequest', (request, reply, done) => {
    const { url = '', method } = request.routeOptions;
    const part = PART.exec(url)?.[1];
    if (part === undefined) return done();
    const limit = limits.get(part) ?? limitOf(part);
    limits.set(part, limit);
    const leave = limit.enter(`${String(method)} ${url}`);
    if (!leave) {
      refusals.note(part);
      return sendError(request, reply, overloaded);
    }
    leaves.set(request, leave);
    // Also when there is nobody left to answer.
    reply.raw.once('close', () => leave(false));
    done();
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    leaves.get(request)?.(reply.statusCode < 500);
    done(null, payload);
  });
  server.addHook('onClose', () => refusals.end());
}

/** Passwords take their time by design, and auth has a line of its own for them: there, slow is not too many. */
function limitOf(part: string): ConcurrencyLimit {
  return part === 'auth' ? new ConcurrencyLimit(undefined, STEADY_MAX) : new ConcurrencyLimit();
}
