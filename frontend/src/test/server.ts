import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** Answers for the API in component tests; a call nobody expects fails the test. */
export const server = setupServer(http.get('http://localhost:3000/api/events', silentStream));

/** The stream of changes, on which nothing happens. */
function silentStream(): HttpResponse<ReadableStream> {
  const headers = { 'content-type': 'text/event-stream' };
  return new HttpResponse(new ReadableStream(), { headers });
}
