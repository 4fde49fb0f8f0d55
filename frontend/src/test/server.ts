import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** Answers the API calls of component tests; an unexpected call fails the test. */
export const server = setupServer(http.get('http://localhost:3000/api/events', silentStream));

/** A stream without changes. */
function silentStream(): HttpResponse<ReadableStream> {
  const headers = { 'content-type': 'text/event-stream' };
  return new HttpResponse(new ReadableStream(), { headers });
}
