import { v5 as uuidv5 } from 'uuid';

/** Namespace of the message ids made here; any fixed UUID. */
const NAMESPACE = '5b0a4d3e-7c0e-4b8a-9f55-6f3f0a5d1c11';

/**
 * The message id of a call with an Idempotency-Key: the same user, operation and key give the same id, by which the
 * service recognises a repeat. Empty without the header.
 */
export function messageIdOf(key: string | undefined, userId: string, operation: string) {
  return key === undefined ? {} : { messageId: uuidv5(`${userId} ${operation} ${key}`, NAMESPACE) };
}
