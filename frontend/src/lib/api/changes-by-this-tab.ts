import type { LiveChange, Operation } from '@studiolo/contracts';

/** How long after the answer to a call a live update counts as this tab's own, in milliseconds. */
const REMEMBERED_MS = 5_000;

/** A change by this tab. The server sends a live update of it, as of changes by other tabs. */
interface OwnChange {
  readonly kind: Operation['changes'];
  /** Undefined while unknown, as for a project that is being created. */
  readonly projectId: string | undefined;
}

const own = new Set<OwnChange>();

/** Records a change by this tab. Call the returned function at the answer: REMEMBERED_MS later, the change is forgotten. */
export function recordOwnChange(operation: Operation, projectId?: string): () => void {
  if (operation.changes === 'nothing') return () => undefined;
  const change: OwnChange = { kind: operation.changes, projectId };
  own.add(change);
  return () => setTimeout(() => own.delete(change), REMEMBERED_MS);
}

/** Whether this tab has probably made the change. */
export function isOwnChange({ kind, action, project_id: projectId }: LiveChange): boolean {
  return [...own].some((change) => {
    if (change.kind === 'profile') return kind === 'profile';
    if (change.projectId === undefined) return kind === 'project' && action === 'created';
    return change.projectId === projectId;
  });
}
