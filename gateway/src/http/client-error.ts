import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import { type ErrorAnswer, type ErrorCode, errorSentence, errorStatus } from '@studiolo/contracts';

import { SECURITY_HEADERS } from './security-headers.js';

const CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
};

/** The answers that are not finished yet, by connection; a client that pipelines has several. */
const answersOf = new WeakMap<Socket, Set<ServerResponse>>();

/** Remembers which connections have an answer under way, so that no error is written into it. */
export function watchAnswers(server: Server): void {
  server.prependListener('request', ({ socket }, response) => {
    const answers = answersOf.get(socket) ?? new Set();
    answersOf.set(socket, answers.add(response));
    response.once('close', () => answers.delete(response));
  });
}

/** Answers input that Node cannot parse as HTTP in the common error form, and disconnects. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable && !isAnswering(socket)) {
    socket.write(message(CODES[error.code ?? ''] ?? 'UNREADABLE_REQUEST'));
  }
  socket.destroySoon();
}

/** Answers a connection beyond the limit with an error and closes it. */
export function refuseConnection(socket: Socket): void {
  // Its input is not read, so its errors do not matter.
  socket.on('error', () => undefined).end(message('TOO_MANY_CONNECTIONS'));
  socket.destroySoon();
}

function isAnswering(socket: Socket): boolean {
  return [...(answersOf.get(socket) ?? [])].some(({ headersSent }) => headersSent);
}

function message(code: ErrorCode): string {
  const status = errorStatus(code);
  const error = errorSentence({ code, details: {} });
  const body = JSON.stringify({ success: false, error, code } satisfies ErrorAnswer);
  const headers = {
    ...SECURITY_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
