// The OpenAPI document of the running stack, examined by a program that others wrote. FUZZ_SEED repeats its requests.
import { newAccount } from '../e2e/support/accounts.ts';
import { batteryCase } from '../resilience/support/numbered-case.ts';
import type { BatteryStack } from '../resilience/support/battery-stack.ts';
import { startAttackedStack } from './support/attacked-stack.ts';
import { type Examination, Schemathesis } from './support/schemathesis.ts';
import { TestGoogle } from './support/test-google.ts';

const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const EXAMPLES = 100;
const SIGNED_IN_SECONDS = 240;
const SIGNED_OUT_SECONDS = 60;
const LONGEST_MS = 540_000;
const LONGEST_SHOWN = 4_000;

/** What ends the session that it is called with. */
const LAST_CALLS = ['logout', 'deleteAccount'];

const text = {
  done: 'requests that Schemathesis generates from the OpenAPI document, signed in and signed out',
  expected:
    'no 5xx; status, type, headers and body of every answer as documented; no guarded call without a session',
};

type Counts = Map<string, number>;

/** Answers of the API by status so far, as the gateway counts them. */
async function answersOf(stack: BatteryStack): Promise<Counts> {
  const [port] = stack.plan.opsPorts.gateway;
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const counts: Counts = new Map();
  const lines = metrics.matchAll(
    /^http_request_duration_seconds_count\{.*status="(\d+)".*\} (\d+)$/gm,
  );
  for (const [, status = '', count] of lines) {
    counts.set(status, (counts.get(status) ?? 0) + Number(count));
  }
  return counts;
}

function sentence(before: Counts, after: Counts): string {
  const counts = [...after]
    .map(([status, count]) => [status, count - (before.get(status) ?? 0)] as const)
    .filter(([, count]) => count > 0)
    .sort(([one], [other]) => one.localeCompare(other));
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  return `${total} requests: ${counts.map(([status, count]) => `${count} × ${status}`).join(', ')}`;
}

function declareCase(schemathesis: Schemathesis): void {
  let google: TestGoogle;
  let stack: BatteryStack;

  beforeAll(async () => {
    google = await TestGoogle.start();
    stack = await startAttackedStack({ passed: { ...google.settings, LOG_LEVEL: 'fatal' } });
  }, 180_000);
  afterAll(async () => {
    await stack.end();
    google.stop();
  });

  const examine = async (part: Partial<Examination>): Promise<number> => {
    const findings = await schemathesis.examine({
      ...{ apiUrl: stack.plan.apiUrl, seed: SEED, examples: EXAMPLES },
      ...{ seconds: SIGNED_OUT_SECONDS, ...part },
    });
    const { failures, errors, operations } = findings;
    if (failures.length + errors.length > 0) console.error(findings.text.slice(0, LONGEST_SHOWN));
    expect(failures.map(({ title, operations: where }) => [title, ...where])).toEqual([]);
    expect(errors).toEqual([]);
    return operations.tested;
  };

  batteryCase(
    'B11 schemathesis',
    text,
    async (seen) => {
      const [iris, noa] = [await newAccount(), await newAccount('Noa')];
      const before = await answersOf(stack);
      const token = iris.api.bearer;
      const tested = await examine({ token, except: LAST_CALLS, seconds: SIGNED_IN_SECONDS });
      // Else most of it was signed out.
      expect((await iris.api.get('/api/auth/profile')).status).toBe(200);
      const last = await examine({ token: noa.api.bearer, only: LAST_CALLS });
      await examine({});
      seen(`Schemathesis ${schemathesis.version}, seed ${SEED}, ${tested + last} operations`);
      seen(sentence(before, await answersOf(stack)));
      expect(stack.deaths).toEqual([]);
    },
    LONGEST_MS,
  );
}

const installed = await Schemathesis.install();
if (typeof installed === 'string') {
  batteryCase.impossible('B11 schemathesis', { ...text, reason: installed });
} else {
  declareCase(installed);
}
