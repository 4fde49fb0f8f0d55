import type { StoredFile } from '@studiolo/contracts';
import type { QueryClient } from '@tanstack/react-query';
import pLimit from 'p-limit';

import type { Project } from '../../lib/api/answers';
import { ApiError, describeError } from '../../lib/api/errors';
import { uploadFile } from '../../lib/api/upload';
import { createStore } from '../../lib/create-store';
import { fileCount } from '../../lib/format';
import { newIdempotencyKey } from '../../lib/idempotency-key';
import { paths } from '../../lib/paths';
import { projectQuery } from '../../lib/project-query';
import { queryKeys, storageUsageQuery } from '../../lib/queries';
import { toast } from '../../lib/toasts';
import type { FileChoice } from './folder-files';
import { canRetry, hasEnded, isChosen, isInFlight, isStored, type UploadItem } from './upload-item';
import { checked, limitsFrom } from './upload-refusal';

type UploadTarget = UploadItem['project'];

/** The statuses of a refusal of the file itself, which would be refused again. */
const REFUSALS = [400, 413, 415];

function failureOf(error: unknown): Pick<UploadItem, 'status' | 'reason' | 'share'> {
  const isRefused = error instanceof ApiError && REFUSALS.includes(error.status);
  const reason = describeError(error, 'Failed to upload file');
  return { status: isRefused ? 'refused' : 'failed', reason, share: 0 };
}

/**
 * The uploads of one signed-in user: a request for each file, two at a time. They go on when the page of their project
 * is left; its rows then show in the tray.
 */
export class UploadQueue {
  private readonly store = createStore<readonly UploadItem[]>([]);
  readonly useItems = this.store.useValue;
  private readonly twoAtOnce = pLimit(2);

  constructor(
    private readonly queryClient: QueryClient,
    private readonly send: typeof uploadFile,
  ) {}

  /** The uploads to a project, checked against the limits known now. */
  itemsOf(projectId: string): readonly UploadItem[] {
    const limits = limitsFrom(this.queryClient.getQueryData(storageUsageQuery.queryKey));
    return checked(this.store.get(), limits).filter(({ project }) => project.id === projectId);
  }

  /** Adds files; those that cannot be read become refused rows. */
  choose(project: UploadTarget, { files, rejectedFiles, leftOut }: FileChoice): void {
    for (const file of files) this.add(project, file);
    for (const { path, reason } of rejectedFiles) {
      this.add(project, new File([], path), { status: 'refused', reason });
    }
    if (leftOut > 0) toast.info(`${fileCount(leftOut)} of the system left out`);
  }

  /** Sends the chosen files. Returns false when there are none. */
  upload(projectId: string): boolean {
    const chosen = this.itemsOf(projectId).filter(isChosen);
    for (const item of chosen) void this.start(item);
    return chosen.length > 0;
  }

  cancel({ id, controller }: UploadItem): void {
    controller.abort();
    this.change(id, { status: 'cancelled', share: 0 });
  }

  retry(item: UploadItem): void {
    void this.start(item);
  }

  retryAll(projectId: string): void {
    for (const item of this.itemsOf(projectId).filter(canRetry)) this.retry(item);
  }

  remove({ id }: UploadItem): void {
    this.store.set(this.store.get().filter((item) => item.id !== id));
  }

  /** Removes the refused, failed and cancelled rows. */
  removeEnded(projectId: string): void {
    for (const item of this.itemsOf(projectId).filter(hasEnded)) this.remove(item);
  }

  /** Removes what was stored while the project's page was not shown. */
  enterPage(projectId: string): void {
    if (!this.itemsOf(projectId).some(isInFlight)) this.keep(projectId, (item) => !isStored(item));
  }

  /** Keeps what is in flight, stored or failed; the other rows end with the project's page. */
  leavePage(projectId: string): void {
    this.keep(projectId, (item) => isInFlight(item) || isStored(item) || item.status === 'failed');
  }

  /** Aborts the uploads to a project and removes its rows. */
  clear(projectId: string): void {
    for (const { controller } of this.itemsOf(projectId)) controller.abort();
    this.keep(projectId, () => false);
  }

  /** Aborts all uploads. */
  clearAll(): void {
    for (const { project } of this.store.get()) this.clear(project.id);
  }

  private add(project: UploadTarget, file: File, refusal?: Partial<UploadItem>): void {
    const item: UploadItem = {
      id: newIdempotencyKey(),
      project,
      file,
      status: 'chosen',
      share: 0,
      reason: '',
      controller: new AbortController(),
      ...refusal,
    };
    this.store.set([...this.store.get(), item]);
  }

  private change(id: string, changes: Partial<UploadItem>): void {
    this.store.set(
      this.store.get().map((item) => (item.id === id ? { ...item, ...changes } : item)),
    );
  }

  private keep(projectId: string, isKept: (item: UploadItem) => boolean): void {
    this.store.set(
      this.store.get().filter((item) => item.project.id !== projectId || isKept(item)),
    );
  }

  private async start({ id, project, file }: UploadItem): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.change(id, { status: 'waiting', reason: '', share: 0, controller });
    const onProgress = (share: number) => {
      if (!signal.aborted) this.change(id, { share });
    };
    try {
      const stored = await this.twoAtOnce(() => {
        signal.throwIfAborted();
        this.change(id, { status: 'sending' });
        return this.send({ projectId: project.id, file, key: id, signal, onProgress });
      });
      this.change(id, { status: 'stored', share: 1 });
      this.showStored(project.id, stored);
    } catch (error) {
      if (!signal.aborted) this.change(id, failureOf(error));
    }
    this.settle(project.id);
  }

  private showStored(projectId: string, stored: StoredFile): void {
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
    void this.queryClient.invalidateQueries({ queryKey: queryKeys.projects });
    void this.queryClient.invalidateQueries({ queryKey: queryKeys.storageUsage });
    if (window.location.pathname !== paths.project(projectId)) return;
    if (items.some(isStored)) toast.success('File uploaded successfully');
    this.enterPage(projectId);
  }
}

/** By cache, because each signed-in user has one of his own. */
const queues = new WeakMap<QueryClient, UploadQueue>();

export function uploadQueueOf(queryClient: QueryClient): UploadQueue {
  const queue = queues.get(queryClient) ?? new UploadQueue(queryClient, uploadFile);
  queues.set(queryClient, queue);
  return queue;
}
