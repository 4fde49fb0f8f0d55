import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A request exactly as written: `fetch` tidies paths, refuses methods and decompresses. */
export function rawRequest(
  url: string,
  path: string,
  { body, ...options }: { method?: string; headers?: OutgoingHttpHeaders; body?: string } = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, ...options }, (answer) => {
      const { statusCode: status = 0, headers } = answer;
      buffer(answer).then((received) => resolve({ status, headers, body: received }), reject);
    })
      .on('error', reject)
      .end(body);
  });
}
