import { AppError } from '@studiolo/service-kit';
import type { FastifyInstance } from 'fastify';

import { ConcurrencyLimit } from './concurrency-limit.js';

/** `/api/projects/:id` → `projects`. */
const PART = /^\/api\/(auth|projects|storage)\b/;

/**
 * Answers 503 at once to what cannot be answered soon. Each part of the API has a limit of its own, so
 * that one slow service does not take the others along. Uploads and downloads last as long as their
 * clients need and are not counted.
 */
export function shedLoad(server: FastifyInstance): void {
  const limits = new Map<string, ConcurrencyLimit>();
  server.addHook('onRequest', (request, reply, done) => {
    const part = PART.exec(request.routeOptions.url ?? '')?.[1];
    if (part === undefined) return done();
    const limit = limits.get(part) ?? new ConcurrencyLimit();
    limits.set(part, limit);
    if (!limit.enter()) return done(new AppError('UNAVAILABLE'));
    reply.raw.once('close', () => limit.leave());
    done();
  });
}
