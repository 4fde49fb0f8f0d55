import { randomUUID } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';

import { errorStatus } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';

import { errorAnswer, RETRY_UNAVAILABLE_SECONDS } from '../errors/error-answer.js';
import { countError } from '../errors/error-metrics.js';
import { corsHeaders } from '../http/cors.js';
import { drain } from '../http/drain-body.js';
import { countRefusal } from '../http/request-metrics.js';
import { SECURITY_HEADERS } from '../http/security-headers.js';
import { type AdmissionControl, partOf } from './admission-control.js';
import type { RefusalLog } from './refusal-log.js';

// Shared: creating an error per request would be a large part of the cost of a refusal.
const overloaded = new AppError('UNAVAILABLE');

interface Refusals {
  readonly control: AdmissionControl;
  readonly log: RefusalLog;
  /** Origin of the pages that may read the answer. */
  readonly pages: string;
}

/**
 * Answers 503 to requests that could not be served soon, before the framework handles them: under heavy overload a
 * gateway mostly refuses, so each refusal has to be cheap.
 */
export function refuseCrowd(
  { control, log, pages }: Refusals,
  listener: RequestListener,
): RequestListener {
  return (request, response) => {
    const { method = '', url = '', headers } = request;
    const part = partOf(method, pathOf(url));
    if (part === undefined || !control.refuses(part)) return void listener(request, response);
    log.note(part);
    countRefusal(method, part);
    refuse(response, corsHeaders(pages, headers.origin));
    if (headers['content-length'] ?? headers['transfer-encoding']) drain(request);
  };
}

/** The path as the router sees it: `/api/%70rojects` is `/api/projects`. Empty for one that the router refuses. */
function pathOf(url: string): string {
  try {
    return decodeURI(url.split('?', 1)[0] ?? '');
  } catch {
    return '';
  }
}

const HEADERS = {
  ...SECURITY_HEADERS,
  'retry-after': String(RETRY_UNAVAILABLE_SECONDS),
  'content-type': 'application/json; charset=utf-8',
};

function refuse(response: ServerResponse, cors: Record<string, string>): void {
  const id = randomUUID();
  const body = JSON.stringify(errorAnswer(overloaded, id));
  countError(overloaded.code);
  response
    .writeHead(errorStatus(overloaded.code), {
      ...HEADERS,
      ...cors,
      'x-request-id': id,
      'content-length': Buffer.byteLength(body),
    })
    .end(body);
}
