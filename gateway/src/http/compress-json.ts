import compress from '@fastify/compress';
import { KIB, operations } from '@studiolo/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';

const FILE_ROUTES = new Set(
  operations
    .filter(({ answer }) => answer === 'binary')
    .map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1')),
);
/** Below this an answer fits into two packets, and compressing it would save nobody time. */
const THRESHOLD_BYTES = 2 * KIB;

/**
 * Compresses JSON answers for clients that accept gzip, but no files and no event streams. Compressed requests are not
 * read: a small one could become any size.
 */
export async function compressJson(server: FastifyInstance): Promise<void> {
  // The plugin compresses types beside `customTypes`, too. Encoded, a file would lose length, ranges and strong ETag.
  server.addHook('onRoute', (route: RouteOptions) => {
    if (FILE_ROUTES.has(route.url)) route.compress = false;
  });
  await server.register(compress, {
    encodings: ['gzip'],
    customTypes: /^application\/json(;|$)/,
    threshold: THRESHOLD_BYTES,
    globalDecompression: false,
  });
  // After the plugin's hook of the route, which an ordinary hook would precede.
  server.addHook('onRoute', (route: RouteOptions) => {
    route.onSend = [route.onSend ?? []].flat().concat(weakenEtag);
  });
}

/** A strong ETag would promise the bytes of the uncompressed answer. An If-Match accepts it in its weak form, too. */
function weakenEtag(
  _request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  const etag = reply.getHeader('etag');
  if (reply.hasHeader('content-encoding') && typeof etag === 'string') {
    reply.header('etag', `W/${etag}`);
  }
  done(null, payload);
}
