import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import { type ErrorAnswer, type ErrorCode, errorSentence, errorStatus } from '@studiolo/contracts';

import { SECURITY_HEADERS } from './security-headers.js';

const CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
};

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

/** Whether an answer has begun: Node keeps it on the socket, and writes no error into it either. */
function isAnswering(socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean {
  return socket._httpMessage?.headersSent ?? false;
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
