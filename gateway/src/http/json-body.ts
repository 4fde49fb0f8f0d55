import { isUtf8 } from 'node:buffer';

import { AppError } from '@studiolo/service-kit';
import type { FastifyInstance } from 'fastify';

import { operationOf } from './operation-of.js';

const BODY_HEADERS = ['content-type', 'content-length', 'transfer-encoding'] as const;

/**
 * Parses JSON bodies: UTF-8 only, no prototype keys. An empty body counts as none, since clients send the JSON content
 * type with every call. A call that takes no body ignores what is sent as one. No other type is
 * parsed; the upload reads its form itself.
 */
export function acceptJsonBodies(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addHook('preParsing', (request, _reply, payload, done) => {
    const takesBody = operationOf(request)?.body !== undefined;
    if (!takesBody) for (const name of BODY_HEADERS) delete request.headers[name];
    done(null, payload);
  });
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request, body: Buffer, done) => {
      if (body.length === 0) done(null, undefined);
      else if (isUtf8(body)) void parseJson(request, body.toString(), done);
      else done(new AppError('MALFORMED_BODY'));
    },
  );
}
