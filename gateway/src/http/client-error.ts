import type { Socket } from 'node:net';

import { errorSentence } from '@studiolo/contracts';

import { SECURITY_HEADERS } from './security-headers.js';

interface Refusal {
  readonly statusLine: string;
  readonly sentence: string;
}

const BAD_REQUEST: Refusal = {
  statusLine: '400 Bad Request',
  sentence: errorSentence({ code: 'MALFORMED_BODY', details: {} }),
};
const REFUSALS: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    statusLine: '408 Request Timeout',
    sentence: 'The request took too long to arrive',
  },
  HPE_HEADER_OVERFLOW: {
    statusLine: '431 Request Header Fields Too Large',
    sentence: 'The request headers are too large',
  },
};

/** Answers what Node could not even read as HTTP, in the form of every other refusal, and hangs up. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable && socket.bytesWritten === 0) {
    socket.write(message(REFUSALS[error.code ?? ''] ?? BAD_REQUEST));
  }
  socket.destroySoon();
}

function message({ statusLine, sentence }: Refusal): string {
  const body = JSON.stringify({ success: false, error: sentence });
  const headers = {
    ...SECURITY_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${statusLine}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
