import { isUtf8 } from 'node:buffer';

import { AppError } from '@studiolo/service-kit';
import type { FastifyInstance } from 'fastify';

/**
 * Parses JSON bodies: UTF-8 only, no prototype keys. An empty body counts as none, since clients send the JSON content
 * type with every call. No other type is parsed, except the upload's form.
 */
export function acceptJsonBodies(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
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
