import { subscribe } from 'node:diagnostics_channel';

/** One request to a gateway and what came back, as it was sent by `fetch`. */
interface Call {
  method: string;
  path: string;
  /** On the clock of `performance.now()`. */
  at: number;
  tookMs: number | undefined;
  /** Undefined while there is no answer. */
  status: number | undefined;
  requestId: string | undefined;
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

/** Every call of this process to the gateways, which Node publishes for each `fetch`. */
export class Journal {
  operations = 0;
  /** Answers of 500 and above, other than 503. */
  readonly violations: string[] = [];
  private calls: Call[] = [];
  private readonly open = new WeakMap<object, Call>();
  private readonly origins: ReadonlySet<unknown>;

  constructor(gateways: readonly string[]) {
    this.origins = new Set(gateways);
    subscribe('undici:request:create', (message) => this.sent(message as Sent));
    subscribe('undici:request:headers', (message) => this.answered(message as Answered));
  }

  /** The last calls about an id in the text, one a line. */
  about(text: string): string[] {
    const ids = text.match(UUID) ?? [];
    const named = this.calls.filter(({ path, requestId }) =>
      ids.some((id) => path.includes(id) || requestId === id),
    );
    return named.slice(-SHOWN).map(line);
  }

  private sent({ request }: Sent): void {
    const { origin, method, path } = request;
    if (!this.origins.has(origin) || !path.startsWith('/api/')) return;
    this.operations += 1;
    const nothing = { tookMs: undefined, status: undefined, requestId: undefined };
    const call: Call = { method, path, at: performance.now(), ...nothing };
    this.open.set(request, call);
    this.calls.push(call);
    if (this.calls.length > 2 * KEPT) this.calls = this.calls.slice(-KEPT);
  }

  private answered({ request, response: { statusCode, headers } }: Answered): void {
    const call = this.open.get(request);
    if (!call) return;
    const texts = headers.map(String);
    const at = texts.findIndex((name) => name.toLowerCase() === 'x-request-id');
    call.requestId = at < 0 ? undefined : texts[at + 1];
    call.status = statusCode;
    call.tookMs = performance.now() - call.at;
    if (statusCode >= 500 && statusCode !== ALLOWED_FAILURE) {
      this.violations.push(`an answer that no fault excuses: ${line(call)}`);
    }
  }
}

const line = ({ method, path, at, tookMs, status, requestId }: Call): string =>
  `${(at / 1000).toFixed(3)} s ${method} ${path} ${status ?? 'no answer'}` +
  `${tookMs === undefined ? '' : ` after ${Math.round(tookMs)} ms`}${requestId ? ` request ${requestId}` : ''}`;
