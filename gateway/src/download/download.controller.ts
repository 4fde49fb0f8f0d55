import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

import { Controller, Logger } from '@nestjs/common';
import { downloadOperation, type RequestOf, storageMessages } from '@studiolo/contracts';
import { AppError, MessageBus } from '@studiolo/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { RequestQueues } from '../admission/request-queues.js';
import { type Call, idFrom } from '../http/read-call.js';
import { ObjectTransfer } from '../object-store/object-transfer.js';
import { UserTransfers } from '../rate-limits/user-transfers.js';
import { Route } from '../routing/route.decorator.js';
import { byteRange } from './byte-range.js';
import { attachment } from './content-disposition.js';
import { evaluate, rangeOf } from './preconditions.js';

/** Allowance for the time until the client gets the first byte. */
const LATENCY_MS = 30_000;
/** Slower than any network over which people view pictures. */
const MIN_BYTES_PER_SECOND = 8 * 1024;

@Controller()
export class DownloadController {
  private readonly logger = new Logger('Download');

  constructor(
    private readonly bus: MessageBus,
    private readonly transfer: ObjectTransfer,
    private readonly transfers: UserTransfers,
    private readonly queues: RequestQueues,
  ) {}

  @Route(downloadOperation)
  async download(call: Call<typeof downloadOperation>, reply: FastifyReply): Promise<void> {
    await this.transfers.run(call.session.userId, async () => {
      const open = () => this.open(call);
      const answer = await this.queues.download.run(open, call.request.raw.socket);
      reply.status(answer.status).headers(answer.headers);
      // Fastify would announce no bytes for a HEAD without a body.
      if (call.request.method === 'HEAD') await reply.send(Readable.from([]));
      else if (answer.body === undefined) await reply.send();
      else await sendBody(call.request, reply, answer.body, answer.limitMs);
    });
  }

  /** Decides on the answer. Opens its body before the status is sent, so that a failing store still gives a 503. */
  private async open({ params, query, session, request }: Call<typeof downloadOperation>) {
    const acceptsDamage = query.damaged === 'accept' && request.method === 'GET';
    const wanted = {
      userId: session.userId,
      projectId: idFrom(params.projectId, 'FILE_NOT_FOUND'),
      filename: params.file,
    };
    const { url, etag, objectEtag, file } = await this.bus.call(storageMessages.openDownload, {
      ...wanted,
      acceptsDamage,
    });
    const named = {
      'content-type': file.content_type,
      'content-disposition': attachment(file.filename),
    };
    if (acceptsDamage) return this.openAsIs(url, named);
    const version = { etag, 'last-modified': new Date(file.created_at).toUTCString() };
    const outcome = evaluate(request.headers, version);
    if (outcome === 'changed') throw new AppError('FILE_CHANGED');
    // The owner's browser may cache the file, and revalidates it each time.
    const validators = { ...version, 'cache-control': 'private, no-cache, no-transform' };
    if (outcome === 'unchanged') return { status: 304, headers: validators };
    const { size, sha256 } = file;
    const range = byteRange(rangeOf(request, version), size);
    if (range === 'unsatisfiable') {
      return { status: 416, headers: { 'content-range': `bytes */${size}` } };
    }
    const length = range ? range.last - range.first + 1 : size;
    const headers = {
      ...validators,
      ...named,
      'accept-ranges': 'bytes',
      ...(sha256 !== null && { 'repr-digest': reprDigest(sha256) }),
      'content-length': String(length),
      ...(range && { 'content-range': `bytes ${range.first}-${range.last}/${size}` }),
    };
    const isHead = request.method === 'HEAD';
    const onDamage = () => void this.reportDamage(wanted);
    const expected = { length, range, etag: objectEtag, sha256, onDamage };
    const body = isHead ? undefined : await this.transfer.get(url, expected);
    return { status: range ? 206 : 200, headers, body, limitMs: longestMs(length) };
  }

  /** So that its owner sees the damage as soon as storage has found it, too. */
  private async reportDamage(file: RequestOf<(typeof storageMessages)['checkFile']>) {
    try {
      await this.bus.call(storageMessages.checkFile, file);
    } catch (err) {
      this.logger.warn({ err }, 'A damaged file could not be reported; the scrub will find it');
    }
  }

  /** What the store has, for an owner who knows that it is damaged. */
  private async openAsIs(url: string, named: Record<string, string>) {
    const { body, length } = await this.transfer.getAsIs(url);
    const size = { 'content-length': String(length), 'cache-control': 'no-store, no-transform' };
    return { status: 200, headers: { ...named, ...size }, body, limitMs: longestMs(length) };
  }
}

const longestMs = (length: number) => LATENCY_MS + (length / MIN_BYTES_PER_SECOND) * 1000;

/** RFC 9530. */
const reprDigest = (sha256: string): string =>
  `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`;

/**
 * Sends a body and resolves when it has left the store, or its client has. The client's connection ends it: an answer
 * that waits behind another on its connection would not learn that the connection is gone. So does the limit, since a
 * client that reads too slowly holds a connection to the store.
 */
async function sendBody(
  { raw: { socket } }: FastifyRequest,
  reply: FastifyReply,
  body: Readable,
  withinMs: number,
): Promise<void> {
  const hangUp = () => body.destroy();
  const cut = () => void socket.destroy();
  const timer = setTimeout(cut, withinMs);
  socket.once('close', hangUp);
  if (socket.destroyed) hangUp();
  // A cut download is seen as cut. Fastify, which learns of the error next, would answer it if it has sent nothing yet.
  body.once('error', cut);
  try {
    void reply.send(body);
    await finished(body);
  } catch {
    // The connection is closed.
  } finally {
    clearTimeout(timer);
    socket.off('close', hangUp);
  }
}
