import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

/** An object store that fails on purpose; a real one cannot be made to fail at the right moment. */
export class BrokenStore {
  behave: Behaviour = answersWith(503);
  private readonly server = createServer((request, response) => this.behave(request, response));

  async start(): Promise<void> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/bucket/object`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A broken store for the tests of a file. */
export function brokenStore(): BrokenStore {
  const store = new BrokenStore();
  beforeAll(() => store.start());
  afterAll(() => store.stop());
  return store;
}

/** Reads the whole request and answers with the status. */
export function answersWith(status: number): Behaviour {
  return (request, response) => {
    request.resume().on('end', () => response.writeHead(status).end());
  };
}

/** Accepts the connection and never answers. */
export const isFrozen: Behaviour = () => undefined;

/** Disconnects after a part of the announced bytes. */
export function cutsAfter(sent: number, announced: number): Behaviour {
  return (_request, response) => {
    response.writeHead(200, { 'content-length': announced });
    response.write(Buffer.alloc(sent), () => response.destroy());
  };
}
