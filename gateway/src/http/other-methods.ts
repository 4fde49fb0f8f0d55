import { operations } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import type { FastifyInstance } from 'fastify';

const ADDRESSES = Object.entries(Object.groupBy(operations, ({ path }) => path)).map(
  ([path, calls = []]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    allow: [...calls.flatMap(({ method }) => methodsOf(method)), 'OPTIONS'].join(', '),
  }),
);

/** Answers 405 with the methods of an address, instead of 404, to a request with another one. */
export function refuseOtherMethods(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const path = request.url.split('?', 1)[0] ?? '';
    const address = ADDRESSES.find(({ pattern }) => pattern.test(path));
    if (!address) return done();
    reply.header('allow', address.allow);
    done(new AppError('METHOD_NOT_ALLOWED'));
  });
}

function methodsOf(method: string): string[] {
  return method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()];
}
