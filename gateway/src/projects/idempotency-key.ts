import { AppError } from '@studiolo/service-kit';
import type { FastifyRequest } from 'fastify';
import { v5 as uuidv5 } from 'uuid';

/** Namespace of the message ids made here; any fixed UUID. */
const NAMESPACE = '5b0a4d3e-7c0e-4b8a-9f55-6f3f0a5d1c11';
const KEY = /^[\x21-\x7e]{1,200}$/;

/**
 * The message id for a call that names itself: the same user, operation and key give the same id, by
 * which the service tells a repeat. Undefined without an Idempotency-Key.
 * @throws AppError INVALID_REQUEST for a key that is not 1 to 200 visible ASCII characters
 */
export function messageIdOf(
  request: FastifyRequest,
  scope: { userId: string; operation: string },
): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new AppError('INVALID_REQUEST', { reason: 'The Idempotency-Key is not valid' });
  }
  return uuidv5(`${scope.userId} ${scope.operation} ${key}`, NAMESPACE);
}
