import { RpcException } from '@nestjs/microservices';
import type { StandardSchemaV1 } from '@standard-schema/spec';

const INVALID_DATA = 'INVALID_DATA';

/** Data that its schema refuses; the message names the first place. Travels as an error with the code `INVALID_DATA`. */
export class InvalidDataError extends RpcException {
  readonly code = INVALID_DATA;

  /** @param what names the data */
  constructor(
    what: string,
    readonly issues: readonly StandardSchemaV1.Issue[],
  ) {
    const [first] = issues;
    const place = first?.path?.map((part) => String(typeof part === 'object' ? part.key : part));
    const message = [what, ...(place ? [place.join('.')] : []), first?.message].join(': ');
    super({ status: 'error', code: INVALID_DATA, message });
  }
}

/** Whether a handler failed over data that no further try makes valid. */
export function isInvalidData(cause: unknown): boolean {
  return (Object(cause) as { code?: unknown }).code === INVALID_DATA;
}
