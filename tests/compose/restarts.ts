import { answersOk } from '@studiolo/infra/stack/readiness';
import { eventually } from '@studiolo/testing/eventually';

import { Load } from '../resilience/load/load.ts';
import { type Compose, type Container, ONE_SHOT, read, serviceOf } from './compose.ts';

const CLIENTS = 8;
const ANSWERS_BEFORE = 20;
const ANSWERS_AFTER = 40;

/** What a load saw while one container was restarted. */
export interface Restart {
  container: string;
  answered: number;
  /** By kind and outcome: `{ 'upload 503': 2 }`. */
  failed: Record<string, number>;
  isAsExpected: boolean;
}

/** The restart of a service with a second replica, or of the mail inbox, may fail no request. */
const UNNOTICED = ['gateway', 'auth', 'projects', 'storage', 'mail'];
/** While the only nginx restarts, nobody answers. */
const CONNECTION_LOST = /(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|UND_ERR_SOCKET)$/;

function isExpected(service: string, outcome: string): boolean {
  if (UNNOTICED.includes(service)) return false;
  return outcome.endsWith(' 503') || (service === 'frontend' && CONNECTION_LOST.test(outcome));
}

function count(outcomes: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

async function restart(
  load: Load,
  compose: Compose,
  container: Container,
  apiUrl: string,
): Promise<Restart> {
  await load.answersFlow(ANSWERS_BEFORE, 60_000);
  const before = { failures: load.ledger.failures.length, answers: load.ledger.answers };
  await read('docker', ['restart', container.Id]);
  await compose.untilHealthy();
  await eventually(() => answersOk(`${apiUrl}/health/status`));
  await load.answersFlow(ANSWERS_AFTER, 60_000);
  const outcomes = load.ledger.failures
    .slice(before.failures)
    .map(({ kind, outcome }) => `${kind} ${outcome}`);
  return {
    container: container.Name.slice(1),
    answered: load.ledger.answers - before.answers,
    failed: count(outcomes),
    isAsExpected: outcomes.every((outcome) => isExpected(serviceOf(container), outcome)),
  };
}

/** Restarts every container in turn under load; the load goes on, so that its data can be checked later. */
export async function restartEach(
  compose: Compose,
  apiUrl: string,
  report: (restart: Restart) => void,
): Promise<Load> {
  const load = await Load.start([apiUrl], { clients: CLIENTS });
  for (const container of await compose.containers()) {
    if (ONE_SHOT.includes(serviceOf(container))) continue;
    report(await restart(load, compose, container, apiUrl));
  }
  return load;
}
