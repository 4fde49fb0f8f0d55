import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import type { OperatorPages } from '@studiolo/service-kit';
import type { Queue } from 'bullmq';
import { fastify } from 'fastify';

const PATH = '/queues';
const SAFE_METHODS = new Set(['GET', 'HEAD']);

/**
 * The mail queue as pages behind a password (any user name): waiting jobs, failed ones with the reason, and a retry
 * button. Jobs hold only ids, so no mail or link can be read here.
 */
export async function openMailBoard(queue: Queue, password: string): Promise<OperatorPages> {
  const pages = new FastifyAdapter().setBasePath(PATH);
  createBullBoard({
    queues: [new BullMQAdapter(queue, { description: 'Outgoing mail' })],
    serverAdapter: pages,
    options: { uiConfig: { boardTitle: 'Studiolo' } },
  });
  const server = fastify();
  await server.register(pages.registerPlugin(), { prefix: PATH });
  await server.ready();
  const expected = digest(password);
  return {
    path: PATH,
    answer: (request, response) => {
      if (!knowsPassword(request, expected)) refuse(response, 401);
      else if (isFromElsewhere(request)) refuse(response, 403);
      else {
        // Inside another site's frame, somebody could click its buttons without seeing them.
        response.setHeader('content-security-policy', "frame-ancestors 'none'");
        server.routing(request, response);
      }
    },
  };
}

/** Compares digests in constant time, which reveals neither length nor content. */
function knowsPassword({ headers }: IncomingMessage, expected: Buffer): boolean {
  const [, encoded = ''] = /^basic (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const credentials = Buffer.from(encoded, 'base64').toString();
  const given = credentials.slice(credentials.indexOf(':') + 1);
  return timingSafeEqual(digest(given), expected);
}

/** Whether another site caused a changing request; the browser sends the password along with it. */
function isFromElsewhere({ method = '', headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'] ?? 'same-origin';
  return !SAFE_METHODS.has(method) && site !== 'same-origin';
}

function refuse(response: ServerResponse, status: 401 | 403): void {
  const challenge = { 'www-authenticate': 'Basic realm="Studiolo operators", charset="UTF-8"' };
  response.writeHead(status, status === 401 ? challenge : {}).end();
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
