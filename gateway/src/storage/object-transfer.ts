import { Readable } from 'node:stream';

import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { PresignedPut } from '@studiolo/contracts';
import { AppError, inSpan, type SpanDescription, throwUnavailable } from '@studiolo/service-kit';
import { Counter } from 'prom-client';
import { request } from 'undici';

import { ReadBuffers } from './read-buffers.js';
import { createStoreAgent } from './store-agent.js';

const UPLOAD_CONNECTIONS = 64;
/** Limit of connections for downloads; a client that reads slowly holds one for long. */
const DOWNLOAD_CONNECTIONS = 1_024;

/** What a store that checks the SHA-256 has computed. */
const CHECKSUM_HEADER = 'x-amz-checksum-sha256';

const uploadedBytes = new Counter({
  name: 'studiolo_upload_bytes_total',
  help: 'Bytes of the files that this gateway has put into the object store',
});

const downloadedBytes = new Counter({
  name: 'studiolo_download_bytes_total',
  help: 'Bytes that this gateway has read from the object store to their end',
});

export interface NewObject {
  readonly bytes: { readonly size: number; chunks(): AsyncIterable<Buffer> };
  /** In hexadecimal digits. */
  readonly sha256: string;
  readonly contentType: string;
}

interface ExpectedObject {
  /** Bytes to be sent. */
  readonly length: number;
  readonly range: { readonly first: number; readonly last: number } | undefined;
  /** Of the object that was committed, without quotes; null when it is unknown. */
  readonly etag: string | null;
}

/** Transfers bytes to and from the object store by presigned URL; the gateway has no store credentials. */
@Injectable()
export class ObjectTransfer implements OnApplicationShutdown {
  private readonly buffers = new ReadBuffers();
  private readonly uploads = createStoreAgent(UPLOAD_CONNECTIONS);
  private readonly downloads = createStoreAgent(DOWNLOAD_CONNECTIONS, this.buffers);

  /**
   * Returns the object's ETag without quotes.
   * @throws AppError UNAVAILABLE unless the store has accepted all bytes
   */
  put(
    { url, headers }: PresignedPut,
    { bytes, sha256, contentType }: NewObject,
    signal: AbortSignal,
  ): Promise<string> {
    const span = storeSpan('PUT', url, { 'http.request.body.size': bytes.size });
    const send = async () => {
      const answer = await request(url, {
        dispatcher: this.uploads,
        method: 'PUT',
        headers: { ...headers, 'content-type': contentType },
        body: Readable.from(bytes.chunks(), { objectMode: false }),
        signal,
      });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`The store answered ${answer.statusCode}`);
      const { [CHECKSUM_HEADER]: checksum } = answer.headers;
      if (checksum !== undefined && checksum !== base64Of(sha256)) {
        throw new Error('The store has computed another SHA-256');
      }
      uploadedBytes.inc(bytes.size);
      return etagIn(answer.headers);
    };
    return inSpan(span, send).catch(throwUnavailable);
  }

  /**
   * Streams an object, or an inclusive range of it: exactly `length` bytes, or the stream fails. When piped, it reuses
   * the memory of the chunks already sent.
   * @throws AppError FILE_DAMAGED when the store has another object; UNAVAILABLE when it does not answer as expected
   */
  async get(url: string, { length, range, etag }: ExpectedObject): Promise<Readable> {
    const span = storeSpan('GET', url, { 'http.response.body.size': length });
    const open = async () => {
      const { statusCode, headers, body } = await request(url, {
        dispatcher: this.downloads,
        method: 'GET',
        // s3rver takes an end of 0 for none, so the first byte is asked for together with the second.
        headers: range ? { range: `bytes=${range.first}-${range.last || 1}` } : {},
      });
      const expected = range ? 206 : 200;
      if (statusCode === expected && etag !== null && etagIn(headers) !== etag) {
        await body.dump({ limit: 0 });
        return undefined;
      }
      const sent = Number(headers['content-length']);
      if (statusCode === expected && sent === length) {
        return reusingMemory(body, this.buffers).once('end', () => downloadedBytes.inc(length));
      }
      if (statusCode === expected && range?.last === 0 && sent === 2)
        return Readable.from([(await body.bytes()).subarray(0, 1)]);
      await body.dump();
      throw new Error(
        `The store answered ${statusCode} (${sent} B), not ${expected} (${length} B)`,
      );
    };
    const body = await inSpan(span, open).catch(throwUnavailable);
    if (!body) throw new AppError('FILE_DAMAGED');
    return body;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.uploads.destroy(), this.downloads.destroy()]);
  }
}

const base64Of = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

const etagIn = ({ etag }: { etag?: string | string[] }): string =>
  String(etag ?? '').replaceAll('"', '');

/** Leaves out the query of a presigned URL, which grants access to anybody who reads it. */
function storeSpan(
  method: 'PUT' | 'GET',
  url: string,
  size: Record<string, number>,
): SpanDescription {
  const { hostname, pathname } = new URL(url);
  return {
    name: `${method} object`,
    kind: 'CLIENT',
    attributes: {
      'http.request.method': method,
      'server.address': hostname,
      'url.path': pathname,
      ...size,
    },
  };
}

/** Replaces `pipe`: the buffer of a chunk is reused once the kernel has the chunk (docs/adr/0009). */
function reusingMemory(body: Readable, buffers: ReadBuffers): Readable {
  body.pipe = <Destination extends NodeJS.WritableStream>(destination: Destination) => {
    body.on('data', (chunk: Buffer) => {
      if (!destination.write(chunk, () => buffers.giveBack(chunk))) body.pause();
    });
    body.once('end', () => destination.end());
    return destination.on('drain', () => body.resume());
  };
  return body;
}
