import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { type ReplyOf, storageMessages } from '@studiolo/contracts';
import { listen } from '@studiolo/testing/listen';

import type { InjectedAnswers } from './injected-answers.js';

type Opened = ReplyOf<typeof storageMessages.openDownload>;
/** What storage says of a file, where it is not the truth. */
export type Found = Partial<Opened['file'] & Pick<Opened, 'objectEtag'>>;

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

/** An object store for the tests of a file that fails on purpose; a real one cannot be made to fail at the right moment. */
export function brokenStore() {
  const store = { behave: answersWith(503), url: '' };
  const server = createServer((request, response) => store.behave(request, response));
  beforeAll(async () => {
    store.url = `http://${await listen(server)}/bucket/object`;
  });
  afterAll(() => {
    server.closeAllConnections();
    return server[Symbol.asyncDispose]();
  });
  return store;
}

/** Reads the whole request and answers with the status. */
export function answersWith(status: number): Behaviour {
  return (request, response) => {
    request.resume().on('end', () => response.writeHead(status).end());
  };
}

/** Answers with these bytes, whole. */
export function sends(bytes: Buffer): Behaviour {
  return (_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length, etag: '"e"' }).end(bytes);
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

/** Lets the bytes of downloads come from another address than the store's, by default without anything to compare them with. */
export function downloadsComeFrom(
  answers: InjectedAnswers,
  url: string,
  { objectEtag = null, ...file }: Found = {},
): void {
  answers.answer(storageMessages.openDownload, async (_request, ask) => {
    const opened = await ask();
    return { ...opened, url, objectEtag, file: { ...opened.file, sha256: null, ...file } };
  });
}
