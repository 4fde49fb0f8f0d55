import { subscribe } from 'node:diagnostics_channel';

import type { Place } from './group.ts';

/** One request to a gateway and what came back, as it was sent by `fetch`. */
interface Call {
  /** On the clock of `performance.now()`. */
  at: number;
  question: string;
  answer: string;
}

interface Sent {
  request: { origin?: unknown; method: string; path: string };
}
interface Answered extends Sent {
  response: { statusCode: number; headers: Buffer[] };
}

const KEPT = 100_000;
const SHOWN = 12;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const ALLOWED_FAILURE = 503;

const lineOf = ({ at, question, answer }: Call): string =>
  `${(at / 1000).toFixed(3)} s ${question} ${answer}`;

/**
 * Notes every call of this process to the gateways, which Node publishes for each `fetch`. Answers of 500 and above,
 * other than 503, are violations.
 */
export function keepJournal({ gateways, violations, damagedProjects }: Place) {
  let operations = 0;
  let calls: Call[] = [];
  const open = new WeakMap<object, Call>();
  subscribe('undici:request:create', (message) => {
    const { request } = message as Sent;
    const { origin, method, path } = request;
    if (!gateways.includes(String(origin)) || !path.startsWith('/api/')) return;
    operations += 1;
    const call = { at: performance.now(), question: `${method} ${path}`, answer: 'no answer' };
    open.set(request, call);
    calls.push(call);
    if (calls.length > 2 * KEPT) calls = calls.slice(-KEPT);
  });
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as Answered;
    const call = open.get(request);
    if (!call) return;
    const { statusCode, headers } = response;
    const tookMs = Math.round(performance.now() - call.at);
    const texts = headers.map(String);
    const at = texts.findIndex((name) => name.toLowerCase() === 'x-request-id');
    call.answer = `${statusCode} after ${tookMs} ms request ${at < 0 ? 'unknown' : texts[at + 1]}`;
    const isDamaged = [...damagedProjects].some((id) => call.question.includes(`download/${id}`));
    if (statusCode >= 500 && statusCode !== ALLOWED_FAILURE && !isDamaged)
      violations.push(`an answer that no fault excuses: ${lineOf(call)}`);
  });
  return {
    operations: () => operations,
    /** The last calls about an id in the text, one a line. */
    about(text: string): string[] {
      const ids = text.match(UUID) ?? [];
      const lines = calls.map(lineOf).filter((line) => ids.some((id) => line.includes(id)));
      return lines.slice(-SHOWN);
    },
  };
}
