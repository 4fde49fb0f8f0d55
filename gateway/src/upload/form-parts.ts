import { on } from 'node:events';
import type { IncomingMessage } from 'node:http';

import { FORM_PART_HEADERS_MAX_BYTES, FORM_PARTS_MAX } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import { decodeExtended, parse } from 'content-disposition';
import { Form, type Part } from 'multiparty';

export interface FormPart {
  readonly field: string;
  /** As the client gave it; undefined for what is no file. */
  readonly filename: string | undefined;
  readonly content: AsyncIterable<Buffer>;
}

const limits = {
  maxFields: FORM_PARTS_MAX,
  // Supported by the parser, but missing from its types.
  ...{ maxHeaderSize: FORM_PART_HEADERS_MAX_BYTES },
};

/**
 * The parts of a multipart form in their order, as they arrive. Each must be read to its end before the next is asked
 * for; what is left when the iteration ends early stays unread in the request.
 * @throws Error for a form that is malformed, cut short or over a limit
 */
export async function* partsOf(request: IncomingMessage): AsyncGenerator<FormPart> {
  if (request.readableAborted) throw new AppError('MALFORMED_BODY', {}, { cause: 'Hung up' });
  const form = new Form(limits);
  // Errors may come when nobody iterates any more, and the parser does not end the part that it was receiving.
  form.on('error', () => undefined);
  form.on('part', (part) => part.on('error', (error) => part.destroy(error)));
  const parts = on(form, 'part', { close: ['close'] }) as AsyncIterable<[Part]>;
  form.parse(request);
  try {
    for await (const [part] of parts) yield { ...namesOf(part), content: part };
  } finally {
    request.unpipe();
  }
}

function namesOf({ headers }: Part): Pick<FormPart, 'field' | 'filename'> {
  const { 'content-disposition': disposition = '', 'content-type': type = '' } = headers as Record<
    string,
    string | undefined
  >;
  // Browsers write a quote in a name as %22, and no character with a backslash; others do.
  const { parameters } = parse(disposition, { multipart: !disposition.includes('\\"') });
  const { name: field = '', filename, 'filename*': quoted = '' } = parameters;
  const unnamed = type.startsWith('application/octet-stream') ? '' : undefined;
  return { field, filename: decodeExtended(quoted) ?? filename ?? unnamed };
}
