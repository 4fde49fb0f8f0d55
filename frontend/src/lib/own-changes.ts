import type { LiveChange, Operation } from '@studiolo/contracts';

/** How long after its answer a call of this tab explains a change, in milliseconds. */
const REMEMBERED_MS = 5_000;

/** What this tab is changing, or has just changed: the server tells of that as of everybody's changes. */
interface OwnChange {
  readonly kind: LiveChange['kind'];
  /** Undefined while it is not known, as for a project that is being made. */
  readonly projectId: string | undefined;
}

const own = new Set<OwnChange>();

/** Notes a call that changes something, as long as it is under way and a moment longer. */
export function noteOwnChange(operation: Operation, projectId?: string): () => void {
  if (operation.method === 'get') return () => undefined;
  const kind = operation.tag === 'Accounts' ? 'profile' : 'project';
  const change: OwnChange = { kind, projectId };
  own.add(change);
  return () => {
    setTimeout(() => own.delete(change), REMEMBERED_MS);
  };
}

/** Whether a change was made in this tab, as far as one can tell. */
export function isOwnChange({ kind, action, project_id: projectId }: LiveChange): boolean {
  return [...own].some((change) => {
    if (change.kind === 'profile') return kind === 'profile';
    if (change.projectId === undefined) return kind === 'project' && action === 'created';
    return change.projectId === projectId;
  });
}
