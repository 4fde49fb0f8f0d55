import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';

/** Short enough to repeat a call once and still answer within 5 s. */
const CALL_TIMEOUT_MS = 2000;
const MAX_SOCKETS = 64;

/**
 * HTTP with a deadline: a call without a complete answer within 2 s fails, including the wait for a free socket. The
 * client never reads the body of an answer it would retry (5xx, 429), which would hold the socket for ever, so such
 * bodies are discarded here.
 */
export function boundedTransport(
  useSSL: boolean,
  onAnswer: (answer: IncomingMessage) => void,
  ca?: string,
) {
  const protocol = useSSL ? https : http;
  const agent = new protocol.Agent({ keepAlive: true, maxSockets: MAX_SOCKETS, ca });
  const request = (options: RequestOptions | string | URL, onResponse?: unknown): ClientRequest => {
    const call = protocol.request(options as RequestOptions, (response: IncomingMessage) => {
      onAnswer(response);
      if (isRetried(response.statusCode)) response.resume();
      (onResponse as (response: IncomingMessage) => void)(response);
    });
    const timer = setTimeout(
      () => call.destroy(new Error(`The object store did not answer in ${CALL_TIMEOUT_MS} ms`)),
      CALL_TIMEOUT_MS,
    );
    call.once('close', () => clearTimeout(timer));
    return call;
  };
  return { transport: { request }, agent };
}

function isRetried(status = 0): boolean {
  return status >= 500 || status === 408 || status === 429 || status === 499;
}
