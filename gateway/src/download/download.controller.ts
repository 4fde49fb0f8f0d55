import { Readable } from 'node:stream';

import { Controller } from '@nestjs/common';
import { downloadOperation, storageMessages, type StoredFile } from '@studiolo/contracts';
import { MessageBus } from '@studiolo/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Call } from '../http/read-call.js';
import { Route } from '../http/route.decorator.js';
import { UserTransfers } from '../rate-limits/user-transfers.js';
import { fileAddress } from '../storage/file-address.js';
import { ObjectTransfer } from '../storage/object-transfer.js';
import { byteRange } from './byte-range.js';
import { attachment } from './content-disposition.js';
import { limitAnswerTime } from './limit-answer-time.js';

interface OpenFile {
  readonly url: string;
  readonly file: StoredFile;
  readonly etag: string;
}

@Controller()
export class DownloadController {
  constructor(
    private readonly bus: MessageBus,
    private readonly transfer: ObjectTransfer,
    private readonly transfers: UserTransfers,
  ) {}

  @Route(downloadOperation)
  async download(
    { params, session, request }: Call<typeof downloadOperation>,
    reply: FastifyReply,
  ) {
    const address = fileAddress(session.userId, params.projectId, params.file);
    const opened = await this.bus.call(storageMessages.openDownload, address);
    if (isUnchanged(request, opened.etag)) {
      await reply.status(304).headers(validators(opened)).send();
      return;
    }
    const range = byteRange(askedRange(request, opened.etag), opened.file.size);
    if (range === 'unsatisfiable') {
      await reply.status(416).header('content-range', `bytes */${opened.file.size}`).send();
      return;
    }
    reply.raw.once('close', this.transfers.begin(session.userId));
    const length = range ? range.last - range.first + 1 : opened.file.size;
    // The body is opened before the status is sent, so that a failing store still gives a 503.
    const body =
      request.method === 'HEAD'
        ? Readable.from([])
        : await this.transfer.get(opened.url, { length, range });
    if (range) {
      reply.header('content-range', `bytes ${range.first}-${range.last}/${opened.file.size}`);
    }
    limitAnswerTime(reply.raw, length);
    // Not awaited: the request holds its slot until its handler ends, and the client may be slow.
    void reply
      .status(range ? 206 : 200)
      .headers({ ...validators(opened), ...representation(opened.file), 'content-length': length })
      .send(body);
  }
}

function validators({ etag, file }: OpenFile): Record<string, string> {
  return {
    etag,
    'last-modified': new Date(file.created_at).toUTCString(),
    // The owner's browser may cache the file, and revalidates it each time.
    'cache-control': 'private, no-cache',
  };
}

function representation(file: StoredFile): Record<string, string> {
  return {
    'content-type': file.content_type,
    'content-disposition': attachment(file.filename),
    'accept-ranges': 'bytes',
  };
}

function isUnchanged(request: FastifyRequest, etag: string): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** A Range with an If-Range is honoured only while the file is unchanged. */
function askedRange({ headers }: FastifyRequest, etag: string): string | undefined {
  const condition = headers['if-range'];
  return condition === undefined || condition === etag ? headers.range : undefined;
}
