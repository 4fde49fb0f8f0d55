import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http, { type Agent, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';

import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { INSTALLATION_OBJECT, type PresignedPut } from '@studiolo/contracts';
import { AppError, inSpan, throwUnavailable } from '@studiolo/service-kit';
import { SETTINGS } from '@studiolo/service-kit/database';
import { Client } from 'minio';
import { presignSignatureV4 } from 'minio/dist/esm/signing.mjs';

import { boundedTransport } from './bounded-transport.js';

type Setting =
  'ENDPOINT' | 'ADDRESSING' | 'REGION' | 'ACCESS_KEY' | 'SECRET_KEY' | 'BUCKET' | 'PUT_HEADERS';

export interface StoredObject {
  readonly size: number;
  /** Without quotes. */
  readonly etag: string;
}

export interface DigestedObject extends StoredObject {
  /** In hexadecimal digits. */
  readonly sha256: string;
}

export interface ListedObject {
  readonly key: string;
  readonly modifiedAt: Date;
}

const PAGE_SIZE = 1000;
/** For the start of a read. */
const READ_TTL_MS = 60_000;
/** Silence of the store after which a read fails. */
const READ_IDLE_MS = 30_000;
/** HEAD and GET say differently that there is no object. */
const MISSING = new Set(['NotFound', 'NoSuchKey']);
/** Errors of a keep-alive connection that the store has closed; all calls may be repeated. */
const DROPPED_CONNECTION = new Set(['ECONNRESET', 'EPIPE']);

/** The one bucket that holds the bytes. Every call fails with UNAVAILABLE when the store cannot be used. */
@Injectable()
export class ObjectStore implements OnApplicationShutdown {
  private readonly client: Client;
  private readonly bucket: string;
  private readonly agent: Agent;
  private clockOffsetMs = 0;

  constructor(
    @Inject(SETTINGS)
    private readonly settings: Record<`S3_${Setting}`, string> & { S3_CA?: string | undefined },
  ) {
    const { protocol, hostname, port } = new URL(settings.S3_ENDPOINT);
    const useSSL = protocol === 'https:';
    const { transport, agent } = boundedTransport(
      useSSL,
      ({ headers }) => this.readClock(headers.date),
      settings.S3_CA,
    );
    this.agent = agent;
    this.bucket = settings.S3_BUCKET;
    this.client = new Client({
      // The client wants an IPv6 address without the brackets of a URL.
      endPoint: hostname.replaceAll(/^\[|\]$/g, ''),
      port: Number(port) || (useSSL ? 443 : 80),
      useSSL,
      accessKey: settings.S3_ACCESS_KEY,
      secretKey: settings.S3_SECRET_KEY,
      // Without a region every signature would need a call to the store.
      region: settings.S3_REGION,
      pathStyle: settings.S3_ADDRESSING !== 'virtual-host',
      transport,
      transportAgent: agent,
      retryOptions: { disableRetry: true },
    });
  }

  onApplicationShutdown(): void {
    this.agent.destroy();
  }

  async ensureBucket(): Promise<void> {
    await this.ask('CreateBucket', async () => {
      if (await this.client.bucketExists(this.bucket)) return;
      await this.client.makeBucket(this.bucket, this.settings.S3_REGION);
    });
  }

  /**
   * Whether the bucket exists. Asks for the one object that every marked bucket has, since that costs the same however many
   * there are; some stores answer a question for the bucket by listing it.
   */
  async check(): Promise<boolean> {
    if (await this.stat(INSTALLATION_OBJECT)) return true;
    return this.ask('HeadBucket', () => this.client.bucketExists(this.bucket));
  }

  /**
   * A URL that returns an object by GET, ranges included, until it expires. Signed locally, without a call to the store.
   */
  presignGet(key: string, expiresInMs: number): Promise<string> {
    const seconds = Math.ceil(expiresInMs / 1000);
    return this.client.presignedUrl('GET', this.bucket, key, seconds, {}, this.now());
  }

  /**
   * A URL that accepts these bytes as a new object by PUT until it expires, with the headers that are returned. The
   * signature covers them: the store refuses another length and, if it knows the headers, other bytes or to replace an
   * object.
   */
  async presignPut(
    key: string,
    { size, sha256 }: { readonly size: number; readonly sha256: string },
    expiresInMs: number,
  ): Promise<PresignedPut> {
    const { protocol, host, pathname: path } = new URL(await this.presignGet(key, expiresInMs));
    // The library leaves a content-length in lower case out of its signature.
    const headers = { 'Content-Length': String(size), ...this.conditionsOf(sha256) };
    const { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, S3_REGION: region } = this.settings;
    const url = presignSignatureV4(
      { method: 'PUT', protocol, path, headers: { ...headers, host } },
      ...([accessKey, secretKey, undefined, region] as const),
      ...([this.now(), Math.ceil(expiresInMs / 1000)] as const),
    );
    return { url, headers };
  }

  private conditionsOf(sha256: string): Record<string, string> {
    const checksum = Buffer.from(sha256, 'hex').toString('base64');
    const known = { 'if-none-match': '*', 'x-amz-checksum-sha256': checksum };
    const wanted = this.settings.S3_PUT_HEADERS.split(',');
    return Object.fromEntries(Object.entries(known).filter(([name]) => wanted.includes(name)));
  }

  /**
   * The time by the store's clock. A signed URL is valid from the time in it, and the store checks that by its own clock:
   * a URL signed by a clock a minute slow would expire before it is used. Until the first answer, the clock of this process.
   */
  now(): Date {
    return new Date(Date.now() + this.clockOffsetMs);
  }

  /** @param date the `Date` header of an answer: it has whole seconds, so this clock is up to one second slow */
  private readClock(date: string | undefined): void {
    const storeMs = Date.parse(date ?? '');
    if (!Number.isNaN(storeMs)) this.clockOffsetMs = storeMs - Date.now();
  }

  /** Size and validator of a completely stored object; undefined when there is none. */
  stat(key: string): Promise<StoredObject | undefined> {
    return this.ask('HeadObject', () => ifThere(this.client.statObject(this.bucket, key)));
  }

  /** Reads an object to its end; undefined when there is none. Takes as long as the store sends. */
  digest(key: string, signal: AbortSignal): Promise<DigestedObject | undefined> {
    return this.ask('GetObject', async () => {
      const url = await this.presignGet(key, READ_TTL_MS);
      const answer = await openRead(url, { signal, ca: this.settings.S3_CA });
      if (answer.statusCode !== 200) return ifAbsent(answer);
      const hash = createHash('sha256');
      let size = 0;
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        size += chunk.length;
        hash.update(chunk);
      }
      return { size, etag: unquoted(answer.headers.etag ?? ''), sha256: hash.digest('hex') };
    });
  }

  /** The text of a small object; undefined when there is none. */
  readText(key: string): Promise<string | undefined> {
    return this.ask('GetObject', async () => {
      const found = await ifThere(this.client.getObject(this.bucket, key));
      return found && text(found);
    });
  }

  /** Writes a small object, replacing an existing one. */
  async writeText(key: string, content: string): Promise<void> {
    const size = Buffer.byteLength(content);
    await this.ask('PutObject', () => this.client.putObject(this.bucket, key, content, size));
  }

  /** Removes objects for good; those that are missing count as removed. Fails when one may be left. */
  async remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const failures = await this.ask('DeleteObjects', () =>
      this.client.removeObjects(this.bucket, [...keys]),
    );
    const failure = failures.find(Boolean);
    if (failure) throw new AppError('UNAVAILABLE', {}, { cause: failure });
  }

  /** Up to 1000 objects whose keys begin with a prefix, in key order, after a key or from the first one; none at the end. */
  async list(after = '', prefix = ''): Promise<ListedObject[]> {
    const page = await this.ask('ListObjectsV2', () =>
      this.client.listObjectsV2Query(this.bucket, prefix, '', '', PAGE_SIZE, after),
    );
    return page.objects.flatMap((item) =>
      item.name === undefined ? [] : [{ key: item.name, modifiedAt: item.lastModified }],
    );
  }

  /** @param operation its name in S3 */
  private ask<Answer>(operation: string, call: () => Promise<Answer>): Promise<Answer> {
    const attributes = { 'rpc.system': 'aws-api', 'rpc.method': operation };
    const span = { name: `S3.${operation}`, kind: 'CLIENT', attributes } as const;
    return inSpan(span, () => repeatOnce(call));
  }
}

const unquoted = (etag: string): string => etag.replaceAll('"', '');

/** Undefined for an object that is missing from the bucket. @throws Error for any other answer */
async function ifAbsent(answer: IncomingMessage): Promise<undefined> {
  const reason = await text(answer);
  if (answer.statusCode === 404 && reason.includes('<Code>NoSuchKey</Code>')) return undefined;
  throw new Error(`The store answered ${answer.statusCode}`);
}

/** Unlike the client's calls without a limit for the whole answer, so that an object may have any size. */
async function openRead(url: string, options: https.RequestOptions): Promise<IncomingMessage> {
  const read = url.startsWith('https:') ? https.get(url, options) : http.get(url, options);
  read.setTimeout(READ_IDLE_MS, () => read.destroy(new Error('The object store is silent')));
  const [answer] = (await once(read, 'response')) as [IncomingMessage];
  return answer;
}

/** The result of a call about one object; undefined when there is none. */
function ifThere<Found>(call: Promise<Found>): Promise<Found | undefined> {
  return call.catch((error: unknown) => {
    if (MISSING.has(codeOf(error))) return undefined;
    throw error;
  });
}

function repeatOnce<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const repeat = (error: unknown) => {
    if (!DROPPED_CONNECTION.has(codeOf(error))) throw error;
    return call();
  };
  return call().catch(repeat).catch(throwUnavailable);
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
