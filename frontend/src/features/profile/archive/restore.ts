import {
  createProjectOperation,
  projectFieldsSchema,
  storageUsageOperation,
} from '@studiolo/contracts';
import pRetry from 'p-retry';

import { call } from '../../../lib/api/client';
import { ApiError, NetworkError } from '../../../lib/api/errors';
import { newIdempotencyKey } from '../../../lib/api/idempotency-key';
import { uploadFile } from '../../../lib/api/upload';
import { allProjects } from '../../../lib/projects/project-lists';
import { type PlannedProject, planRestore, type RestorePlan } from './plan-restore';
import type { ArchivedFile, ArchivedProject } from './read-archive';

type Archive = readonly ArchivedProject[];

/** Called with the numbers of files brought back and to bring back. */
type OnProgress = (done: number, total: number) => void;

interface Run {
  keyOf: (...parts: readonly (string | number)[]) => string;
  onFile: () => void;
}

/** Refusals that another try may not meet: a limit on calls, a service that is away. */
const PASSING = [429, 502, 503, 504];
const isPassing = (error: unknown) =>
  error instanceof NetworkError || (error instanceof ApiError && PASSING.includes(error.status));

/** Waits up to a minute in all, after which the limit on calls of an account has passed. */
const patiently = <Result>(work: () => Promise<Result>) =>
  pRetry(work, {
    retries: 7,
    maxTimeout: 15_000,
    shouldRetry: ({ error }) => isPassing(error),
  });

export async function compareWithAccount(archive: Archive): Promise<RestorePlan> {
  const [projects, usage] = await Promise.all([
    allProjects({ search: '', status: '' }),
    call(storageUsageOperation, {}),
  ]);
  const roomBytes = usage.quota_bytes - usage.total_storage_bytes;
  return planRestore(archive, { projects, roomBytes, maxFileBytes: usage.max_file_bytes });
}

async function createProject({ archived }: PlannedProject, { keyOf }: Run): Promise<string> {
  const body = projectFieldsSchema.parse(archived);
  const headers = { 'idempotency-key': keyOf(archived.id, archived.updated_at) };
  const { project } = await patiently(() => call(createProjectOperation, { body, headers }));
  return project.id;
}

async function upload(projectId: string, file: ArchivedFile, key: string): Promise<void> {
  const bytes = await file.read?.();
  if (!bytes) return;
  const named = new File([bytes], file.filename, { type: file.content_type });
  const { signal } = new AbortController();
  const { sha256 } = file;
  const request = { projectId, file: named, sha256, key, signal, onProgress: () => undefined };
  await patiently(() => uploadFile(request));
}

/** Creates one project, unless it is here, and its files. What is refused is left to the comparison. */
async function bringBackProject(planned: PlannedProject, run: Run): Promise<void> {
  const projectId = planned.existing?.id ?? (await createProject(planned, run));
  for (const file of planned.files) {
    const at = planned.archived.files.indexOf(file);
    await upload(projectId, file, run.keyOf(projectId, at)).catch(leaveRefused);
    run.onFile();
  }
}

function leaveRefused(error: unknown): void {
  if (!(error instanceof ApiError) || isPassing(error)) throw error;
}

/**
 * Brings back what the account lacks of an archive by ordinary calls, and compares the two afterwards. It can be
 * repeated after any interruption: it begins with a comparison, and its keys let the server recognise a call whose
 * answer was lost. A server also recognises the calls of an earlier restore whose project or file was deleted since; so
 * what is still lacking is sent once more with new keys.
 * @throws NetworkError, ApiError when the server stays away
 */
export async function bringBack(archive: Archive, onProgress: OnProgress): Promise<RestorePlan> {
  let plan = await compareWithAccount(archive);
  const ofArchive: Run['keyOf'] = (...parts) => ['archive', ...parts].join('/');
  for (const keyOf of [ofArchive, newIdempotencyKey]) {
    const total = plan.projects.reduce((sum, { files }) => sum + files.length, 0);
    let done = 0;
    const onFile = () => onProgress((done += 1), total);
    onProgress(0, total);
    for (const planned of plan.projects) {
      await bringBackProject(planned, { keyOf, onFile }).catch(leaveRefused);
    }
    plan = await compareWithAccount(archive);
    if (plan.projects.length === 0) break;
  }
  return plan;
}
