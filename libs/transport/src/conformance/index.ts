import type { Adapter, ConformanceOptions } from './adapter.js';
import { BROKER_PROPERTIES } from './broker-properties.js';
import { EVENT_PROPERTIES } from './event-properties.js';
import { REQUEST_PROPERTIES } from './request-properties.js';
import { Stage } from './stage.js';

export type { Adapter, ConformanceClient, ConformanceOptions } from './adapter.js';

export interface Verdict {
  /** A sentence that is true of a transport if the property holds. */
  readonly property: string;
  readonly verdict: 'holds' | 'fails' | 'not checked';
  /** What happened instead, if it fails. */
  readonly reason?: string;
}

const PROPERTIES = [...REQUEST_PROPERTIES, ...EVENT_PROPERTIES, ...BROKER_PROPERTIES];

/** Checks what a Nest transport promises, on real replicas in processes of their own; about a minute. */
export async function* checkConformance(options: ConformanceOptions): AsyncGenerator<Verdict> {
  const adapter = (await import(options.adapter.href)) as Adapter;
  const abilities = { ...options, ...adapter };
  const { only } = options;
  const chosen = PROPERTIES.filter(({ property }) => only?.includes(property) ?? true);
  for (const { property, check, needs } of chosen) {
    if (needs && !(needs in abilities)) {
      yield { property, verdict: 'not checked' };
      continue;
    }
    const stage = await Stage.set(options);
    const reason = await check(stage).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : JSON.stringify(error)),
    );
    await stage.clear();
    yield reason === undefined
      ? { property, verdict: 'holds' }
      : { property, verdict: 'fails', reason };
  }
}
