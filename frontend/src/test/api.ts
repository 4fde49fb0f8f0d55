import {
  getProfileOperation,
  listProjectsOperation,
  type Operation,
  storageUsageOperation,
  summarizeProjectsOperation,
} from '@studiolo/contracts';
import { http, HttpResponse } from 'msw';

import { server } from './server';

export interface SeenRequest {
  headers: Headers;
  url: URL;
  body: unknown;
}

export interface Answer {
  status: number;
  /** JSON, or a text as it is; when undefined, the body is a page of a proxy. */
  body?: object | string | undefined;
  headers?: Record<string, string>;
}

const toMsw = (path: string) => `http://localhost:3000${path.replace(/\{(\w+)\}/g, ':$1')}`;

/** Answers an operation from now on. Returns a list to which each request is added. */
export function answer(
  operation: Operation,
  reply: Answer | (() => Promise<Answer>),
): SeenRequest[] {
  const seen: SeenRequest[] = [];
  server.use(
    http[operation.method](toMsw(operation.path), async ({ request }) => {
      const text = await request.clone().text();
      const body: unknown = text.startsWith('{') ? JSON.parse(text) : text;
      seen.push({ headers: request.headers, url: new URL(request.url), body });
      const answer = typeof reply === 'function' ? await reply() : reply;
      const { status, headers = {} } = answer;
      return typeof answer.body === 'object'
        ? HttpResponse.json(answer.body, { status, headers })
        : new HttpResponse(answer.body ?? '<html></html>', { status });
    }),
  );
  return seen;
}

/** Answers an operation with success. */
export const accept = (operation: Operation, body: object | string) =>
  answer(operation, { status: 200, body });

/** Refuses an operation, with or without an error text. */
export function refuse(operation: Operation, status: number, error?: string, extra: object = {}) {
  return answer(operation, {
    status,
    body: error === undefined ? undefined : { success: false, error, ...extra },
  });
}

/** For tests that end on a signed-in page and do not look at its data. */
export function refuseSignedInCalls(): void {
  for (const operation of [
    listProjectsOperation,
    summarizeProjectsOperation,
    storageUsageOperation,
    getProfileOperation,
  ]) {
    refuse(operation, 400);
  }
}

/** Breaks the connection of each call of an operation. */
export function cutOff(operation: Operation): void {
  server.use(http[operation.method](toMsw(operation.path), () => HttpResponse.error()));
}
