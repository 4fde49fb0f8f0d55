import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { PresignedPut } from '@studiolo/contracts';
import { AppError, inSpan, type SpanDescription, throwUnavailable } from '@studiolo/service-kit';
import { Counter } from 'prom-client';
import { type Agent, request } from 'undici';

import { GATEWAY_SETTINGS, type GatewaySettings } from '../settings.js';
import { ObjectBody } from './object-body.js';
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

const damagedDownloads = new Counter({
  name: 'studiolo_downloads_damaged_total',
  help: 'Downloads that were refused or broken off because the store has other bytes than were uploaded',
});

const logger = new Logger('ObjectTransfer');

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
  /** Of the whole object, in hexadecimal digits; null when it is unknown. */
  readonly sha256: string | null;
  /** Called when the store has something else, or nothing. */
  readonly onDamage: () => void;
}

/** Transfers bytes to and from the object store by presigned URL; the gateway has no store credentials. */
@Injectable()
export class ObjectTransfer implements OnApplicationShutdown {
  private readonly buffers = new ReadBuffers();
  private readonly uploads: Agent;
  private readonly downloads: Agent;

  constructor(@Inject(GATEWAY_SETTINGS) { S3_CA: ca }: Pick<GatewaySettings, 'S3_CA'>) {
    const { buffers } = this;
    this.uploads = createStoreAgent({ connections: UPLOAD_CONNECTIONS, ca });
    this.downloads = createStoreAgent({ connections: DOWNLOAD_CONNECTIONS, buffers, ca });
  }

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
   * the memory of the chunks already sent, and a whole object ends only if it has the expected hash.
   * @throws AppError FILE_DAMAGED when the store has another object; UNAVAILABLE when it does not answer as expected
   */
  async get(url: string, expected: ExpectedObject): Promise<Readable> {
    const { body, etag, length } = await this.open(url, expected);
    if (expected.etag === null || expected.etag === etag) {
      if (length === expected.length) return body;
      discard(body);
      throw damaged(url, `${length} bytes, not ${expected.length}`, expected);
    }
    discard(body);
    // A copy of the object, from a backup or in another store, can have another ETag.
    if (!(await this.hasHash(url, etag, expected.sha256)))
      throw damaged(url, 'another object', expected);
    return this.get(url, { ...expected, etag });
  }

  /**
   * Streams whatever bytes the store has.
   * @throws AppError UNAVAILABLE when it does not answer as expected
   */
  async getAsIs(url: string) {
    const { headers, body, statusCode } = await this.download(url).catch(throwUnavailable);
    if (statusCode === 200) return { body, length: Number(headers['content-length']) };
    await body.dump();
    throw new AppError('UNAVAILABLE', {}, { cause: `The store answered ${statusCode}` });
  }

  private open(url: string, expectation: ExpectedObject) {
    const { length, range, sha256 } = expectation;
    const span = storeSpan('GET', url, { 'http.response.body.size': length });
    const open = async () => {
      const { statusCode, headers, body } = await this.download(url, range);
      const expected = range ? 206 : 200;
      if (statusCode !== expected) {
        await body.dump();
        // The object is missing, unless its file has just been deleted.
        if (statusCode === 404) expectation.onDamage();
        throw new Error(`The store answered ${statusCode}, not ${expected}`);
      }
      const opened = { etag: etagIn(headers), length: Number(headers['content-length']) };
      if (range?.last === 0) {
        const first = (await body.bytes()).subarray(0, 1);
        return { ...opened, length: first.length, body: Readable.from([first]) };
      }
      body.once('end', () => downloadedBytes.inc(length));
      const otherBytes = () => damaged(url, 'other bytes', expectation);
      const proof = range ? null : sha256;
      return { ...opened, body: new ObjectBody(body, this.buffers, proof, otherBytes) };
    };
    return inSpan(span, open).catch(throwUnavailable);
  }

  private download(url: string, range?: ExpectedObject['range']) {
    return request(url, {
      dispatcher: this.downloads,
      method: 'GET',
      // s3rver takes an end of 0 for none, so the first byte is asked for together with the second.
      headers: range ? { range: `bytes=${range.first}-${range.last || 1}` } : {},
    });
  }

  /** Reads the object with this ETag to its end, and compares its hash. */
  private async hasHash(url: string, etag: string, sha256: string | null): Promise<boolean> {
    if (sha256 === null) return false;
    const { headers, body } = await this.download(url).catch(throwUnavailable);
    const hash = createHash('sha256');
    await pipeline(body, hash).catch(throwUnavailable);
    return etagIn(headers) === etag && hash.digest('hex') === sha256;
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

/** The store's connection ends with an error that nobody waits for. */
const discard = (body: Readable) => body.once('error', () => undefined).destroy();

/** Reports, logs and counts what the store has instead of a file. */
function damaged(url: string, found: string, { onDamage }: ExpectedObject): AppError {
  onDamage();
  damagedDownloads.inc();
  logger.error({ object: new URL(url).pathname }, `The store has ${found}`);
  return new AppError('FILE_DAMAGED');
}
