import { EventEmitter, on } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';

import { Dicer } from '@fastify/busboy';
import { FORM_PART_HEADERS_MAX_BYTES, FORM_PARTS_MAX } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import { decodeExtended, parse } from 'content-disposition';

type Headers = Partial<Record<string, string[]>>;
type Found = [headers: Headers, content: Dicer.PartStream];

export interface FormPart {
  readonly field: string;
  /** As the client gave it; undefined for what is no file. */
  readonly filename: string | undefined;
  readonly isJson: boolean;
  readonly content: AsyncIterable<Buffer>;
}

/**
 * The parts of a multipart form in their order, as they arrive. Each must be read to its end before the next is asked
 * for; what is left when the iteration ends early stays unread in the request.
 * @throws Error for a form that is malformed, cut short or over a limit
 */
export async function* partsOf(request: IncomingMessage): AsyncGenerator<FormPart> {
  const parser = new Dicer({
    boundary: boundaryOf(request),
    // Missing from the parser's types. It cuts longer headers, so one more byte shows that they were too long.
    ...{ maxHeaderSize: FORM_PART_HEADERS_MAX_BYTES + 1 },
  });
  let latest: Dicer.PartStream | undefined;
  const found = new EventEmitter();
  const fail = (error: Error) => {
    latest?.destroy(error);
    found.emit('error', error);
  };
  // Errors may come when nobody iterates any more.
  found.on('error', () => undefined);
  parser.on('error', fail).on('finish', () => found.emit('end'));
  parser.on('part', (part) => {
    latest = part;
    part.on('error', () => undefined);
    part.on('header', (headers) => found.emit('part', headers, part));
  });
  const parts = on(found, 'part', { close: ['end'] }) as AsyncIterable<Found>;
  const unwatch = finished(request, (error) => {
    if (error) fail(new AppError('MALFORMED_BODY', {}, { cause: error }));
  });
  request.pipe(parser);
  try {
    let count = 0;
    for await (const [headers, content] of parts) {
      count += 1;
      if (count > FORM_PARTS_MAX) throw new AppError('BODY_TOO_LARGE');
      yield { ...describe(headers), content };
      // The parser stops while the buffer of a part is full, also at the part's end, and goes on when the next part is
      // read: this reads nothing, but tells it so.
      latest?.read(0);
    }
  } finally {
    unwatch();
    request.unpipe(parser);
  }
}

function boundaryOf({ headers }: IncomingMessage): string {
  const { type, parameters } = parse(headers['content-type'] ?? '');
  if (type !== 'multipart/form-data') throw new AppError('UNSUPPORTED_BODY');
  if (!parameters.boundary) throw new AppError('MALFORMED_BODY');
  return parameters.boundary;
}

function describe(headers: Headers): Omit<FormPart, 'content'> {
  const size = Object.entries(headers).flat(2).join(': \r\n').length;
  if (size >= FORM_PART_HEADERS_MAX_BYTES) throw new AppError('BODY_TOO_LARGE');
  const { 'content-disposition': [line = ''] = [], 'content-type': [type = ''] = [] } = headers;
  const disposition = Buffer.from(line, 'latin1').toString();
  // Browsers write a quote in a name as %22, and no character with a backslash; others do.
  const { parameters } = parse(disposition, { multipart: !disposition.includes('\\"') });
  const { name: field, filename, 'filename*': quoted = '' } = parameters;
  if (field === undefined) throw new AppError('MALFORMED_BODY');
  const unnamed = type.startsWith('application/octet-stream') ? '' : undefined;
  const isJson = type.startsWith('application/json');
  return { field, filename: decodeExtended(quoted) ?? filename ?? unnamed, isJson };
}
