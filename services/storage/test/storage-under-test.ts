import { hash, randomUUID } from 'node:crypto';

import type { INestMicroservice } from '@nestjs/common';
import {
  INSTALLATION_OBJECT,
  type PresignedPut,
  projectDeleted,
  type ReplyOf,
  storageMessages as messages,
  type StoredFile,
  userDeleted,
} from '@studiolo/contracts';
import { createService, HealthRegistry, loadEnv } from '@studiolo/service-kit';
import { partitionTables } from '@studiolo/service-kit/testing/partitions';
import { freshStores, ServiceUnderTest } from '@studiolo/service-kit/testing/service-under-test';
import { eventually } from '@studiolo/testing/eventually';
import { newBucket } from '@studiolo/testing/new-bucket';

import { FileEntity } from '../src/entities/file.entity.js';
import { UploadFile } from '../src/entities/upload-file.entity.js';
import { ObjectStore } from '../src/object-store/object-store.js';
import { database, storageService } from '../src/service.js';
import { type StorageSettings, storageSettings } from '../src/storage.settings.js';
import { projectsServiceModule } from './projects-service.js';

/**
 * Every object is older than this, in milliseconds. Negative, because the store's clock is known only to the second.
 */
export const ANY_AGE_MS = -2_000;

export interface NewFile {
  readonly filename: string;
  readonly bytes: Buffer;
}

export interface OwnedProject {
  readonly userId: string;
  readonly projectId: string;
}

type BeginReply = ReplyOf<typeof messages.beginUpload>;
export type BegunUpload = Extract<BeginReply, { uploadId: string }>;
export type StartedUpload = BegunUpload & { readonly etags?: string[] };

/** The reply to an upload that was not committed before. */
export function begun(reply: BeginReply): BegunUpload {
  if ('files' in reply) throw new Error('The upload was committed before');
  return reply;
}

/**
 * One or several replicas of the service on real stores, called as the gateway calls them: by the bus of a process that
 * also answers for the projects service.
 */
export class StorageUnderTest extends ServiceUnderTest {
  private readonly replicas: INestMicroservice[] = [];
  /** The owner of each project, by its id. */
  private readonly owners = new Map<string, string>();

  settings!: StorageSettings;

  constructor(private readonly options: StartOptions = {}) {
    super();
  }

  async start(): Promise<this> {
    const { replicas = 1, settings } = this.options;
    const variables = { ...(await freshStores('storage')), ...newBucket() };
    await partitionTables('storage', database);
    this.settings = { ...loadEnv(storageSettings, variables), ...settings?.() };
    await this.run({
      name: 'projects',
      settings: this.settings,
      module: projectsServiceModule(this.settings, this.owners),
    });
    for (let count = 0; count < replicas; count += 1) await this.addReplica();
    return this;
  }

  /** Starts a replica without waiting until it is ready. */
  async startReplica(): Promise<INestMicroservice> {
    const replica = await createService(storageService(this.settings));
    this.replicas.push(replica);
    this.options.prepare?.(replica);
    await replica.listen();
    return replica;
  }

  /** Starts a replica and waits until it is ready. */
  async addReplica(): Promise<INestMicroservice> {
    const replica = await this.startReplica();
    await eventually(async () => {
      expect(await replica.get(HealthRegistry).report()).toMatchObject({ healthy: true });
    });
    return replica;
  }

  override async stop(): Promise<void> {
    for (const replica of this.replicas.splice(0)) await replica.close();
    await this.stopProjectsService();
  }

  /** May be called before `stop`. */
  stopProjectsService(): Promise<void> {
    return super.stop();
  }

  /** A provider of the first replica. */
  override get<Provider>(token: abstract new (...parameters: never[]) => Provider): Provider {
    const [replica] = this.replicas;
    if (!replica) throw new Error('No replica runs');
    return replica.get<Provider>(token);
  }

  /** A provider of every replica. */
  all<Provider>(token: abstract new (...parameters: never[]) => Provider): Provider[] {
    return this.replicas.map((replica) => replica.get<Provider>(token));
  }

  newProject(userId: string = randomUUID()): OwnedProject {
    const projectId = randomUUID();
    this.owners.set(projectId, userId);
    return { userId, projectId };
  }

  async begin(project: OwnedProject, files: readonly NewFile[]): Promise<BegunUpload> {
    return begun(
      await this.call(messages.beginUpload, {
        ...project,
        files: files.map(({ filename, bytes }) => ({
          filename,
          size: bytes.length,
          sha256: sha256Of(bytes),
          contentType: 'image/jpeg',
        })),
      }),
    );
  }

  /** Returns the ETags, with which the upload is committed. */
  async put({ puts }: BegunUpload, files: readonly NewFile[]): Promise<string[]> {
    const etags: string[] = [];
    for (const [index, put] of puts.entries()) etags.push(await putBytes(put, files[index]?.bytes));
    return etags;
  }

  async commit(userId: string, { uploadId, etags = [] }: StartedUpload): Promise<StoredFile[]> {
    return (await this.call(messages.commitUpload, { userId, uploadId, etags })).files;
  }

  async abort(userId: string, { uploadId }: BegunUpload): Promise<void> {
    await this.call(messages.abortUpload, { userId, uploadId });
  }

  /** What the gateway does before it commits an upload. */
  async beginAndPut(project: OwnedProject, ...files: NewFile[]): Promise<StartedUpload> {
    const upload = await this.begin(project, files);
    return { ...upload, etags: await this.put(upload, files) };
  }

  /** Uploads the files of one form as the gateway does; returns the stored files. */
  async upload(project: OwnedProject, ...files: NewFile[]): Promise<StoredFile[]> {
    return this.commit(project.userId, await this.beginAndPut(project, ...files));
  }

  async download(project: OwnedProject, filename: string): Promise<Buffer> {
    const { url } = await this.call(messages.openDownload, { ...project, filename });
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`The store answered ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  /** Makes an upload expire now. */
  async expire({ uploadId }: BegunUpload): Promise<void> {
    await this.sql('UPDATE upload_files SET expires_at = now() WHERE upload_id = $1', [uploadId]);
  }

  async delete(project: OwnedProject, filename: string): Promise<void> {
    await this.call(messages.deleteFile, { ...project, filename });
  }

  async list({ userId, projectId }: OwnedProject): Promise<StoredFile[]> {
    const request = { userId, projectIds: [projectId] };
    const { projects } = await this.call(messages.listFiles, request);
    return projects[projectId] ?? [];
  }

  /** Adds files of one byte each at the same time, without objects; five digits end their names. */
  async addTinyFiles(
    { userId, projectId }: OwnedProject,
    count: number,
    nameStart = '',
  ): Promise<void> {
    await this.sql(
      `INSERT INTO files (id, user_id, project_id, filename, object_key, size, content_type, created_at)
       SELECT gen_random_uuid(), $1, $2, $4 || lpad(n::text, 5, '0'), gen_random_uuid(), 1, 'text/plain', now()
         FROM generate_series(1, $3::integer) AS n`,
      [userId, projectId, count, nameStart],
    );
  }

  usage(userId: string): Promise<ReplyOf<typeof messages.getUsage>> {
    return this.call(messages.getUsage, { userId });
  }

  /** Bytes of the owner's files, and of those in open uploads. */
  async accounted(userId: string): Promise<typeof NOTHING> {
    const { manager } = this.dataSource;
    const [used, reserved] = await Promise.all([
      manager.sum(FileEntity, 'size', { userId }),
      manager.sum(UploadFile, 'size', { userId }),
    ]);
    return { used: Number(used), reserved: Number(reserved) };
  }

  async untilAccounted(userId: string, bytes: typeof NOTHING): Promise<void> {
    await eventually(async () => expect(await this.accounted(userId)).toEqual(bytes));
  }

  /** Announces that a project, or its owner's account, was deleted. The projects service still finds the project. */
  publishDeleted(what: 'project' | 'account', project: OwnedProject): Promise<void> {
    return what === 'project'
      ? this.bus.publish(projectDeleted, project, randomUUID())
      : this.bus.publish(userDeleted, project, randomUUID());
  }

  /** Keys of all objects in the bucket, except the installation's mark. */
  async objectKeys(): Promise<string[]> {
    const objects = this.get(ObjectStore);
    const keys: string[] = [];
    for (;;) {
      const page = await objects.list(keys.at(-1));
      if (page.length === 0) return keys.filter((key) => key !== INSTALLATION_OBJECT);
      keys.push(...page.map(({ key }) => key));
    }
  }
}

interface StartOptions {
  /** Changes a replica before it starts. */
  readonly prepare?: (replica: INestMicroservice) => void;
  readonly settings?: () => Partial<StorageSettings>;
  readonly replicas?: number;
}

export const sha256Of = (bytes: Buffer): string => hash('sha256', bytes, 'hex');

/** A PUT of these bytes under a key. */
export const signedPut = (objects: ObjectStore, key: string, bytes: Buffer, ttlMs = 60_000) =>
  objects.presignPut(key, { size: bytes.length, sha256: sha256Of(bytes) }, ttlMs);

/** Puts an object as the gateway does; returns its ETag. */
export async function putBytes(
  { url, headers }: PresignedPut,
  bytes: Buffer = Buffer.alloc(0),
): Promise<string> {
  const signed = new Headers(headers);
  // `fetch` adds it by itself.
  signed.delete('content-length');
  const answer = await fetch(url, { method: 'PUT', headers: signed, body: new Uint8Array(bytes) });
  if (!answer.ok) throw new Error(`The store answered ${answer.status}`);
  return String(answer.headers.get('etag')).replaceAll('"', '');
}

/** A file with unique contents. */
export function aFile(filename: string, size = 100): NewFile {
  return { filename, bytes: Buffer.alloc(size, randomUUID()) };
}

/** Counts the calls that were refused with this code; fails on any other error. */
export function countRefused(results: readonly PromiseSettledResult<unknown>[], code: string) {
  const failures = results.filter((result) => result.status === 'rejected');
  for (const { reason } of failures) expect(reason).toMatchObject({ code });
  return failures.length;
}

/** What `accounted` gives for an owner without files and uploads. */
export const NOTHING = { used: 0, reserved: 0 };
