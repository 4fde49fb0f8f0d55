import { eventsOperation } from '@studiolo/contracts';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** Answers each call for the stream of changes with a new one. */
export const answerEvents = (streamOf: () => ReadableStream<Uint8Array>) =>
  http.get(`http://localhost:3000${eventsOperation.path}`, () => {
    const headers = { 'content-type': 'text/event-stream' };
    return new HttpResponse(streamOf(), { headers });
  });

/** Answers the API calls of component tests; its stream of changes stays silent. An unexpected call fails the test. */
export const server = setupServer(answerEvents(() => new ReadableStream()));
