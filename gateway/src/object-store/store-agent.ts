import { Agent, buildConnector } from 'undici';

import type { ReadBuffers } from './read-buffers.js';

const CONNECT_TIMEOUT_MS = 2_000;
/** Silence of the store after which a request fails. undici may notice a second late, and an answer is due within 5 s. */
const IDLE_TIMEOUT_MS = 3_000;

interface StoreAgentOptions {
  readonly connections: number;
  /** That connections read into; without them each read allocates a buffer. */
  readonly buffers?: ReadBuffers;
  /** CA certificates that verify the store; Node's without them. */
  readonly ca?: string | undefined;
}

/** Connections to the object store. */
export function createStoreAgent({ connections, buffers, ca }: StoreAgentOptions): Agent {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, ca });
  return new Agent({
    connections,
    connect: buffers ? readingInto(buffers, connect) : connect,
    headersTimeout: IDLE_TIMEOUT_MS,
    bodyTimeout: IDLE_TIMEOUT_MS,
  });
}

/** Over TLS the store may choose HTTP/2, whose chunks are cut differently: there each read allocates its own memory. */
function readingInto(
  buffers: ReadBuffers,
  ordinary: buildConnector.connector,
): buildConnector.connector {
  return (target, connected) =>
    target.protocol === 'https:'
      ? ordinary(target, connected)
      : connectReadingInto(buffers)(target, connected);
}

/** Makes a connector for one connection: `onread` does not say which connection it belongs to. */
function connectReadingInto(buffers: ReadBuffers): buildConnector.connector {
  return (target, connected) => {
    const { port, hostname } = target;
    let push: (chunk: Buffer) => boolean;
    const onread = {
      buffer: () => buffers.take(),
      callback: (bytes: number, memory: Uint8Array) => push(buffers.filled(memory, bytes)),
    };
    const options = { host: hostname, port: Number(port), timeout: CONNECT_TIMEOUT_MS, onread };
    buildConnector(options)(target, (...outcome) => {
      const [, socket] = outcome;
      if (socket) push = (chunk) => socket.push(chunk);
      connected(...outcome);
    });
  };
}
