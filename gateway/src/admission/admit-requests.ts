import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import { errorStatus } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';

import { errorAnswer, RETRY_UNAVAILABLE_SECONDS } from '../errors/error-answer.js';
import { countError } from '../errors/error-metrics.js';
import { corsHeaders } from '../http/cors.js';
import { drain } from '../http/drain-body.js';
import { countRefusal } from '../http/request-metrics.js';
import { SECURITY_HEADERS } from '../http/security-headers.js';
import { type AdmissionControl, type Part, partOf } from './admission-control.js';
import type { RefusalLog } from './refusal-log.js';

// Shared: creating an error per request would be a large part of the cost of a refusal.
const overloaded = new AppError('UNAVAILABLE');

interface Admission {
  readonly control: AdmissionControl;
  readonly log: RefusalLog;
  /** Origin of the pages that may read the answer. */
  readonly pages: string;
}

interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly part: Part;
  readonly since: number;
}

/**
 * Passes requests to the framework, or answers 503 to those that could not be served soon: under heavy overload a
 * gateway mostly refuses, so each refusal has to be cheap.
 */
export function admitRequests(admission: Admission, listener: RequestListener): RequestListener {
  return (request, response) => {
    const part = partOf(request.method ?? '', pathOf(request.url ?? ''));
    if (part === undefined) return void listener(request, response);
    const arrival = { request, response, part, since: performance.now() };
    if (admission.control.refuses(part)) return void refuseLater(admission, arrival);
    if (hasBody(request)) return void listener(request, response);
    void handleInTurn(admission, arrival, listener);
  };
}

async function refuseLater(admission: Admission, arrival: Arrival): Promise<void> {
  admission.log.note(arrival.part);
  await admission.control.pause(arrival.response);
  refuse(admission.pages, arrival);
}

/** A request without a body takes its slot here, so that it waits before the framework spends memory on it. */
async function handleInTurn(
  admission: Admission,
  arrival: Arrival,
  listener: RequestListener,
): Promise<void> {
  const { request, response, part } = arrival;
  const client = new AbortController();
  const hangUp = () => client.abort(overloaded);
  response.once('close', hangUp);
  const work = () => {
    response.off('close', hangUp);
    const ended = admission.control.arrivalSlots.hold(request, response);
    listener(request, response);
    return ended;
  };
  try {
    await admission.control.run(part, work, client.signal);
  } catch {
    if (client.signal.aborted) return;
    admission.log.note(part);
    refuse(admission.pages, arrival);
  }
}

function refuse(pages: string, { request, response, part, since }: Arrival): void {
  countRefusal(request.method ?? '', part, performance.now() - since);
  if (response.destroyed) return;
  answerUnavailable(response, corsHeaders(pages, request.headers.origin));
  if (hasBody(request)) drain(request);
}

const hasBody = ({ headers }: IncomingMessage) =>
  (headers['content-length'] ?? headers['transfer-encoding']) !== undefined;

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

function answerUnavailable(response: ServerResponse, cors: Record<string, string>): void {
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
