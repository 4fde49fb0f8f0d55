import type { ErrorCode, StoredFile } from '@studiolo/contracts';
import type { QueryClient } from '@tanstack/react-query';
import pLimit from 'p-limit';

import type { Project } from '../../lib/api/answers';
import { describeError, isRefusedFor, NetworkError } from '../../lib/api/errors';
import { queryKeys, storageUsageQuery } from '../../lib/api/queries';
import { currentQueryClient } from '../../lib/api/query-client';
import { uploadFile } from '../../lib/api/upload';
import { finishDeletions } from '../../lib/files/delete-files';
import { fileCount } from '../../lib/format';
import { paths } from '../../lib/paths';
import { projectQuery } from '../../lib/projects/project-query';
import { onSessionChange } from '../../lib/session/session';
import { createStore } from '../../lib/state/create-store';
import { toast } from '../../lib/toasts';
import { localThumbnailQuery, thumbnailQuery } from './api/preview-queries';
import { sha256Of } from './digest/sha256-of';
import type { FileChoice } from './folder-files';
import {
  endsWithPage,
  hasFailed,
  isInFlight,
  isStored,
  isUnfinished,
  isWaitingForLine,
  newItem,
  outcomeText,
  type UploadItem,
} from './upload-item';
import { checked, limitsFrom } from './upload-refusal';

type UploadTarget = UploadItem['project'];

/** Errors that a retry would get again. A full quota is not among them, because space can be freed. */
const FINAL: readonly ErrorCode[] = [
  ...(['INVALID_REQUEST', 'MALFORMED_BODY', 'UNSUPPORTED_BODY', 'BODY_TOO_LARGE'] as const),
  ...(['NO_FILE', 'FILE_EMPTY', 'FILE_TOO_LARGE'] as const),
  ...(['FILE_TYPE_NOT_ALLOWED', 'FILE_NOT_RECOGNIZED', 'FILE_NOT_AS_NAMED'] as const),
  'PROJECT_NOT_FOUND',
];

class OtherBytesError extends Error {
  override readonly message =
    'What was stored is not this file. Delete the stored one and choose this one again';
}

/** @throws OtherBytesError when the server has stored another file than was sent */
function proven(stored: StoredFile, sha256: string | null): StoredFile {
  const isOther = sha256 !== null && stored.sha256 !== null && stored.sha256 !== sha256;
  if (isOther) throw new OtherBytesError();
  return stored;
}

const CHANGED = 'This file was moved or changed after it was chosen. Choose it again';

/** Browsers read no more of a file that was moved or changed on the disk after it was chosen. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

type Failure = Pick<UploadItem, 'status' | 'reason' | 'share' | 'isUnanswered'>;

async function failureOf(error: unknown, file: File): Promise<Failure> {
  const failure = { share: 0, isUnanswered: false };
  // The server would answer another try with what it has stored.
  if (error instanceof OtherBytesError) {
    return { ...failure, status: 'refused', reason: error.message };
  }
  const isUnanswered = error instanceof NetworkError;
  if (isUnanswered && !(await isReadable(file))) {
    return { ...failure, status: 'refused', reason: CHANGED };
  }
  const isFinal = isRefusedFor(error, FINAL, 400, 404, 413, 415);
  const reason = describeError(error, 'Failed to upload file');
  return { ...failure, status: isFinal ? 'refused' : 'failed', reason, isUnanswered };
}

/**
 * The uploads of one signed-in user: a request for each file, two at a time. They go on when the page of their project
 * is left; its rows then show in the tray.
 */
export class UploadQueue {
  private readonly store = createStore<readonly UploadItem[]>([]);
  readonly useItems = this.store.useValue;
  private readonly twoAtOnce = pLimit(2);
  private batch = 0;

  constructor(
    private readonly queryClient: QueryClient,
    private readonly send: typeof uploadFile,
    private readonly digest: typeof sha256Of,
  ) {}

  /** The uploads to a project, checked against the limits known now. */
  itemsOf(projectId: string): readonly UploadItem[] {
    const limits = limitsFrom(this.queryClient.getQueryData(storageUsageQuery.queryKey));
    return checked(this.store.get(), limits).filter(({ project }) => project.id === projectId);
  }

  /** Adds files; those that cannot be read become refused ones. What was stored before takes its place in the order. */
  choose(project: UploadTarget, { files, rejectedFiles, leftOut }: FileChoice): void {
    this.forgetStored(project.id);
    this.store.set([
      ...this.store.get(),
      ...files.map((file) => newItem(project, file)),
      ...rejectedFiles.map(({ path, reason }) => ({
        ...newItem(project, new File([], path)),
        status: 'refused' as const,
        reason,
      })),
    ]);
    if (leftOut > 0) toast.info(`${fileCount(leftOut)} of the system left out`);
  }

  /** Sends files for the first time or again; what is in flight already is of the same batch. */
  upload(items: readonly UploadItem[]): void {
    if (!this.store.get().some(isInFlight)) this.batch += 1;
    for (const item of items) void this.start(item);
  }

  /** Sends again what failed without a line. */
  resume(): void {
    this.upload(this.store.get().filter(isWaitingForLine));
  }

  cancel({ id, controller }: UploadItem): void {
    controller.abort();
    this.change(id, { status: 'cancelled', share: 0 });
  }

  /** Removes rows, and aborts those in flight. */
  remove(items: readonly UploadItem[]): void {
    const ids = items.map(({ id }) => id);
    for (const { controller } of items) controller.abort();
    this.store.set(this.store.get().filter(({ id }) => !ids.includes(id)));
  }

  /** Removes what was stored while the project's page was not shown. */
  enterPage(projectId: string): void {
    this.forgetStored(projectId);
  }

  /** Keeps what is in flight or failed, and what was stored beside it; the others end with the project's page. */
  leavePage(projectId: string): void {
    this.remove(this.itemsOf(projectId).filter(endsWithPage));
    this.forgetStored(projectId);
  }

  /** Removes what was stored, unless the rest of its batch is still in flight. */
  private forgetStored(projectId: string): void {
    const items = this.itemsOf(projectId);
    if (!items.some(isInFlight)) this.remove(items.filter(isStored));
  }

  clear(): void {
    const unfinished = this.store.get().filter(isUnfinished);
    if (unfinished.length > 0) toast.error(outcomeText(unfinished));
    this.remove(this.store.get());
  }

  private change(id: string, changes: Partial<UploadItem>): void {
    this.store.set(
      this.store.get().map((item) => (item.id === id ? { ...item, ...changes } : item)),
    );
  }

  private async start(item: UploadItem): Promise<void> {
    const { id, project, file } = item;
    const controller = new AbortController();
    const { signal } = controller;
    const { batch } = this;
    this.change(id, { status: 'waiting', reason: '', share: 0, controller, batch });
    const onProgress = (share: number) => {
      if (!signal.aborted) this.change(id, { share });
    };
    try {
      const stored = await this.twoAtOnce(async () => {
        signal.throwIfAborted();
        this.change(id, { status: 'sending' });
        const sha256 = await this.digest(file);
        signal.throwIfAborted();
        const request = { projectId: project.id, file, sha256, key: id, signal, onProgress };
        return proven(await this.send(request), sha256);
      });
      this.showStored(item, stored);
      this.change(id, { status: 'stored', share: 1, stored });
    } catch (error) {
      const failure = await failureOf(error, file);
      if (!signal.aborted) this.change(id, failure);
    }
    this.settle(project.id);
  }

  private showStored(item: UploadItem, stored: StoredFile): void {
    const projectId = item.project.id;
    const thumbnail = this.queryClient.getQueryData(localThumbnailQuery(item).queryKey);
    if (thumbnail)
      this.queryClient.setQueryData(thumbnailQuery(projectId, stored).queryKey, thumbnail);
    this.queryClient.setQueryData<Project>(projectQuery(projectId).queryKey, (project) => {
      const isShown = project?.files.some(({ filename }) => filename === stored.filename);
      return project && !isShown ? { ...project, files: [...project.files, stored] } : project;
    });
    this.queryClient.setQueryData(
      storageUsageQuery.queryKey,
      (usage) =>
        usage && { ...usage, total_storage_bytes: usage.total_storage_bytes + stored.size },
    );
  }

  /** When no upload to a project is in flight any more, reads the project again; its page or the tray says how it went. */
  private settle(projectId: string): void {
    const items = this.itemsOf(projectId);
    if (items.some(isInFlight)) return;
    const batch = items.filter((item) => item.batch === this.batch);
    void this.queryClient.invalidateQueries({ queryKey: queryKeys.projects });
    void this.queryClient.invalidateQueries({ queryKey: queryKeys.storageUsage });
    if (window.location.pathname !== paths.project(projectId)) return;
    // A failure stands on its frame, which a toast would cover.
    if (batch.some(isStored) && !batch.some(hasFailed)) toast.success('File uploaded successfully');
  }
}

/** A deleted file leaves its name and its room to the next one. */
async function afterDeletions(upload: Parameters<typeof uploadFile>[0]): Promise<StoredFile> {
  await finishDeletions();
  return uploadFile(upload);
}

/** By cache, because each signed-in user has one of his own. */
const queues = new WeakMap<QueryClient, UploadQueue>();

export function uploadQueueOf(queryClient: QueryClient): UploadQueue {
  const known = queues.get(queryClient);
  if (known) return known;
  const queue = new UploadQueue(queryClient, afterDeletions, sha256Of);
  queues.set(queryClient, queue);
  const resume = () => queue.resume();
  window.addEventListener('online', resume);
  // Signing out ends the uploads.
  const stop = onSessionChange(() => {
    if (currentQueryClient() === queryClient) return;
    window.removeEventListener('online', resume);
    queue.clear();
    stop();
  });
  return queue;
}
