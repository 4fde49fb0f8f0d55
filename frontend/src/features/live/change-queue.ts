import type { LiveChange } from '@studiolo/contracts';
import type { QueryClient } from '@tanstack/react-query';

import { isOwnChange } from '../../lib/api/changes-by-this-tab';
import { downloadKey, profileQuery, queryKeys } from '../../lib/api/queries';
import type { LiveMessage } from './live-connection';

type Kind = LiveChange['kind'];

/** Changes within this time lead to one reload, in milliseconds. */
const COLLECT_MS = 80;
/** The stream starts while a page opens: what the page shows first is not to wait for the reload. */
const RELOAD_ALL_MS = 1_000;
/** A reload waits while this page saves: the old data would replace what the page already shows. */
const SAVING_CHECK_MS = 150;

/** Reloads the changed data that the open page shows; other pages reload theirs when they open. */
async function reload(queryClient: QueryClient, kinds: ReadonlySet<Kind>): Promise<void> {
  const read = (queryKey: readonly string[]) => queryClient.invalidateQueries({ queryKey });
  const reads: Promise<unknown>[] = [];
  if (kinds.has('project') || kinds.has('file'))
    reads.push(read(queryKeys.projects), read(queryKeys.storageUsage));
  // Every page shows the user's name.
  if (kinds.has('profile'))
    reads.push(read(queryKeys.sessions), queryClient.fetchQuery(profileQuery));
  await Promise.all(reads);
}

/** Reloads changed data, one reload at a time. */
export class ChangeQueue {
  private kinds = new Set<Kind>();
  private foreign: LiveChange[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isReading = false;

  /** @param onRead called with the changes that this tab has not made, after the reload that shows them */
  constructor(
    private readonly queryClient: QueryClient,
    private readonly onRead: (foreign: readonly LiveChange[]) => void,
  ) {}

  /** After a reset everything is reloaded, because it is unknown what changed. */
  add(message: LiveMessage): void {
    if (message === 'reset') {
      this.kinds = new Set(['project', 'file', 'profile']);
      this.schedule(RELOAD_ALL_MS);
    } else {
      this.kinds.add(message.kind);
      if (!isOwnChange(message)) this.foreign.push(message);
      this.schedule(COLLECT_MS);
    }
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private schedule(ms: number): void {
    if (this.isReading) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      const saving = this.queryClient.isMutating({
        predicate: ({ options }) => options.mutationKey !== downloadKey,
      });
      if (saving > 0) this.schedule(SAVING_CHECK_MS);
      else void this.read();
    }, ms);
  }

  private async read(): Promise<void> {
    const { kinds, foreign } = this;
    this.kinds = new Set();
    this.foreign = [];
    this.isReading = true;
    await reload(this.queryClient, kinds).catch(() => undefined);
    this.isReading = false;
    this.onRead(foreign);
    if (this.kinds.size > 0) this.schedule(COLLECT_MS);
  }
}
