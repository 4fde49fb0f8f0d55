import { isUtf8 } from 'node:buffer';

import { operations } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import type { FastifyInstance } from 'fastify';

const BODY_HEADERS = ['content-type', 'content-length', 'transfer-encoding'] as const;
const ROUTES_WITH_BODY = new Set(
  operations
    .filter(({ body }) => body)
    .map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
);

/**
 * Parses JSON bodies: UTF-8 only, no prototype keys. An empty body counts as none, since clients send the JSON content
 * type with every call. A call that takes no body ignores what is sent as one. No other type is parsed, except the
 * upload's form.
 */
export function acceptJsonBodies(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addHook('preParsing', ({ method, headers, routeOptions }, _reply, payload, done) => {
    const takesBody = ROUTES_WITH_BODY.has(`${method} ${routeOptions.url}`);
    if (!takesBody) for (const name of BODY_HEADERS) delete headers[name];
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
