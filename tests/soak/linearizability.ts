/** One write of a value that no other write has, or one read; on one clock for all. */
export interface Operation {
  kind: 'write' | 'read';
  value: string;
  calledAt: number;
  /** Infinity for a write whose outcome is unknown: it may happen at any time later, or never. */
  returnedAt: number;
  /** By which the logs of all processes name it. */
  requestId?: string | null | undefined;
}

interface Zone {
  value: string;
  from: number;
  to: number;
}

/**
 * Says why a history is not that of a register, in which every operation takes effect at one moment between its call and its
 * return; undefined when it may be. Since each value is written once, it is enough to look at the zone of each value,
 * between the first return and the last call of its operations: no two zones that must have held their value may overlap,
 * and none in which it must have been both written and gone may lie within another's (P. Gibbons and E. Korach,
 * "Testing shared memories", SIAM Journal on Computing 26(4), 1997).
 */
export function whyNoRegister(history: readonly Operation[], initial: string): string | undefined {
  const start = {
    kind: 'write',
    value: initial,
    calledAt: -Infinity,
    returnedAt: -Infinity,
  } as const;
  const byValue = Map.groupBy([start, ...history], ({ value }) => value);
  const held: Zone[] = [];
  const passed: Zone[] = [];
  for (const [value, operations] of byValue) {
    const write = operations.find(({ kind }) => kind === 'write');
    if (!write) return `"${value}" was read and never written`;
    const early = operations.find(({ returnedAt }) => returnedAt < write.calledAt);
    if (early) return `"${value}" was read before it was written`;
    const firstReturn = Math.min(...operations.map(({ returnedAt }) => returnedAt));
    const lastCall = Math.max(...operations.map(({ calledAt }) => calledAt));
    // Unknown, and never read: it may not have happened.
    if (firstReturn === Infinity) continue;
    if (firstReturn < lastCall) held.push({ value, from: firstReturn, to: lastCall });
    else passed.push({ value, from: lastCall, to: firstReturn });
  }
  return conflictOf(held, passed);
}

function conflictOf(held: Zone[], passed: Zone[]): string | undefined {
  held.sort((one, other) => one.from - other.from);
  for (const [index, zone] of held.entries()) {
    const next = held[index + 1];
    if (next && next.from < zone.to) return `"${zone.value}" came back after "${next.value}"`;
    const within = passed.find(({ from, to }) => zone.from < from && to < zone.to);
    if (within) return `"${zone.value}" came back after "${within.value}", or that was lost`;
  }
  return undefined;
}

/** The operations that prove it: for each value it names the write, the one that returned first and the one called last. */
export function witnesses(history: readonly Operation[], why: string): Operation[] {
  const named = history.filter(({ value }) => why.includes(`"${value}"`));
  const shown = [...Map.groupBy(named, ({ value }) => value).values()].flatMap((operations) => [
    ...operations.filter(({ kind }) => kind === 'write'),
    operations.toSorted((one, other) => one.returnedAt - other.returnedAt)[0],
    operations.toSorted((one, other) => other.calledAt - one.calledAt)[0],
  ]);
  const found = new Set(shown.filter((operation) => operation !== undefined));
  return [...found].sort((one, other) => one.calledAt - other.calledAt);
}
