import type { StorageUsage, StoredFile } from '@studiolo/contracts';
import { DEFAULT_MAX_FILE_BYTES, DEFAULT_STORAGE_QUOTA_BYTES } from '@studiolo/contracts';
import type { QueryClient } from '@tanstack/react-query';

import type { Project } from '../../lib/api/answers';
import { uploadFile } from '../../lib/api/upload';
import { createStore } from '../../lib/create-store';
import { fileCount } from '../../lib/format';
import { paths } from '../../lib/paths';
import { projectQuery } from '../../lib/project-query';
import { queryKeys, storageUsageQuery } from '../../lib/queries';
import { toast } from '../../lib/toasts';
import type { UploadItem } from './upload-item';
import { UploadQueue } from './upload-queue';
import type { UploadLimits } from './upload-refusal';

export interface ProjectUploads {
  readonly projectId: string;
  readonly title: string;
  readonly queue: UploadQueue;
  readonly items: readonly UploadItem[];
  /** How many files the last uploads stored while another page was shown. */
  readonly storedUnseen: number;
}

export function limitsFrom(usage: StorageUsage | undefined): UploadLimits {
  return {
    maxFileBytes: usage?.max_file_bytes ?? DEFAULT_MAX_FILE_BYTES,
    quotaBytes: usage?.quota_bytes ?? DEFAULT_STORAGE_QUOTA_BYTES,
    roomBytes: usage ? usage.quota_bytes - usage.total_storage_bytes : null,
  };
}

/** The uploads of one signed-in user: a queue for each project, which outlives the project's page. */
class SessionUploads {
  private readonly store = createStore<readonly ProjectUploads[]>([]);
  readonly useProjects = this.store.useValue;

  constructor(private readonly queryClient: QueryClient) {}

  queueOf({ id, title }: Pick<Project, 'id' | 'title'>): UploadQueue {
    const known = this.store.get().find(({ projectId }) => projectId === id);
    if (known) return known.queue;
    const queue = this.createQueue(id);
    const uploads = { projectId: id, title, queue, items: queue.store.get(), storedUnseen: 0 };
    this.store.set([...this.store.get(), uploads]);
    queue.store.subscribe(() => this.change(id, { items: queue.store.get() }));
    return queue;
  }

  /** Forgets what the uploads of a project came to. */
  forgetOutcome(projectId: string): void {
    this.change(projectId, { storedUnseen: 0 });
  }

  /** Aborts all uploads. */
  abort(): void {
    for (const { queue } of this.store.get()) queue.clear();
  }

  private change(id: string, changes: Partial<ProjectUploads>): void {
    this.store.set(
      this.store.get().map((one) => (one.projectId === id ? { ...one, ...changes } : one)),
    );
  }

  private createQueue(projectId: string): UploadQueue {
    const { queryClient } = this;
    return new UploadQueue({
      limits: () => limitsFrom(queryClient.getQueryData(storageUsageQuery.queryKey)),
      send: (request) => uploadFile({ projectId, ...request }),
      onStored: (stored) => showStored(queryClient, projectId, stored),
      onLeftOut: (count) => toast.info(`${fileCount(count)} of the system left out`),
      onSettled: (stored) => {
        const isSeen = window.location.pathname === paths.project(projectId);
        if (!isSeen) this.change(projectId, { storedUnseen: stored });
        else if (stored > 0) toast.success('File uploaded successfully');
        void queryClient.invalidateQueries({ queryKey: queryKeys.projects });
        void queryClient.invalidateQueries({ queryKey: queryKeys.storageUsage });
      },
    });
  }
}

function showStored(queryClient: QueryClient, projectId: string, stored: StoredFile): void {
  queryClient.setQueryData<Project>(projectQuery(projectId).queryKey, (project) => {
    const isShown = project?.files.some(({ filename }) => filename === stored.filename);
    return project && !isShown ? { ...project, files: [...project.files, stored] } : project;
  });
  queryClient.setQueryData(
    storageUsageQuery.queryKey,
    (usage) => usage && { ...usage, total_storage_bytes: usage.total_storage_bytes + stored.size },
  );
}

/** By cache, because each signed-in user has one of his own. */
const sessions = new WeakMap<QueryClient, SessionUploads>();

export function sessionUploads(queryClient: QueryClient): SessionUploads {
  const uploads = sessions.get(queryClient) ?? new SessionUploads(queryClient);
  sessions.set(queryClient, uploads);
  return uploads;
}
