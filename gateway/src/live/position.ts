/** A position in an owner's stream. */
export interface Position {
  /** Identifies the Redis server and its data: another one may lack entries of this one. */
  readonly epoch: string;
  /** Id of an entry in Redis. */
  readonly id: string;
}

const CURSOR = /^([0-9a-f]{16})\.(\d{1,20}-\d{1,20})$/;

export function cursorOf({ epoch, id }: Position): string {
  return `${epoch}.${id}`;
}

/** Undefined for text that is not one of our cursors. */
export function positionOf(cursor: string): Position | undefined {
  const [, epoch, id] = CURSOR.exec(cursor) ?? [];
  return epoch !== undefined && id !== undefined ? { epoch, id } : undefined;
}

/** Whether an entry's id is at or before another one's in the same stream. */
export function isUpTo(id: string, last: string): boolean {
  const [ms = '', sequence = ''] = id.split('-');
  const [lastMs = '', lastSequence = ''] = last.split('-');
  return ms === lastMs ? BigInt(sequence) <= BigInt(lastSequence) : BigInt(ms) < BigInt(lastMs);
}
