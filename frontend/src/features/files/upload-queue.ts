import type { StoredFile } from '@studiolo/contracts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import pLimit from 'p-limit';
import { useEffect, useState } from 'react';

import type { Project } from '../../lib/api/answers';
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
import { failureOf, proven } from './upload-failure';
import {
  endsWithPage,
  hasFailed,
  isChosen,
  isInFlight,
  isStored,
  isUnfinished,
  isWaitingForLine,
  newItem,
  outcomeText,
  type UploadItem,
} from './upload-item';
import { checked, limitsFrom } from './upload-refusal';
import { useFileDrop } from './use-file-drop';

type UploadTarget = UploadItem['project'];

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

/** The uploads to a project whose page is shown. Chosen files are sent when Upload is pressed, dropped ones at once. */
export function useUploads(project: Project) {
  const { id } = project;
  const queue = uploadQueueOf(useQueryClient());
  const { data: usage } = useQuery(storageUsageQuery);
  const [isAskedForFile, setIsAskedForFile] = useState(false);
  useEffect(() => {
    queue.enterPage(id);
    return () => queue.leavePage(id);
  }, [queue, id]);
  const limits = limitsFrom(usage);
  const items = checked(queue.useItems(), limits).filter((item) => item.project.id === id);
  const choose = (choice: FileChoice) => {
    setIsAskedForFile(false);
    queue.choose(project, choice);
  };
  const upload = () => {
    const chosen = items.filter(isChosen);
    setIsAskedForFile(chosen.length === 0);
    queue.upload(chosen);
  };
  const isDragging = useFileDrop((choice) => {
    choose(choice);
    queue.upload(queue.itemsOf(id).filter(isChosen));
  });
  return { queue, items, limits, choose, upload, isAskedForFile, isDragging };
}

export type Uploads = ReturnType<typeof useUploads>;
