// Cases that another program decides: the browser, and the list of known vulnerabilities.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageScript, ROOT } from '@studiolo/infra/stack/programs';
import { batteryCase } from '../resilience/support/numbered-case.ts';

async function output(file: string, args: string[], env: Record<string, string> = {}) {
  // Playwright refuses to run where it takes itself for a part of a jest test.
  const ownEnvironment = { ...process.env, JEST_WORKER_ID: undefined, ...env };
  const child = spawn(file, args, { cwd: ROOT, env: ownEnvironment });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.resume();
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}

/** Titles of the passed and the failed tests of a file of the browser tests, which start a stack of their own. */
async function inBrowser(file: string, title: string): Promise<{ passed: number; failed: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'studiolo-browser-'));
  const report = join(folder, 'report.json');
  const config = join(ROOT, 'frontend', 'playwright.config.ts');
  const args = [packageScript('@playwright/test', 'cli.js'), 'test', '-c', config, file];
  await output(process.execPath, [...args, '-g', title, '--reporter=json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const { stats } = JSON.parse(await readFile(report, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number };
  };
  await rm(folder, { recursive: true });
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}

const BROWSER_MS = 240_000;

batteryCase(
  'B4 browser',
  {
    done: 'files with names of every wrong kind, downloaded in Chromium by a click',
    expected: 'each has the name it was given, and its own bytes',
  },
  async (seen) => {
    const outcome = await inBrowser('hostile-content', 'a file of any name');
    seen(
      `${outcome.passed} passed, ${outcome.failed} failed (frontend/e2e/hostile-content.spec.ts)`,
    );
    expect(outcome).toEqual({ passed: 1, failed: 0 });
  },
  BROWSER_MS,
);

batteryCase(
  'S14',
  {
    done: 'markup in every stored field, on every page that shows it; inline, attribute and data scripts put into a page',
    expected: 'shown as text; none of the scripts runs',
  },
  async (seen) => {
    const outcome = await inBrowser('hostile-content', 'stored markup|the content policy');
    seen(
      `${outcome.passed} passed, ${outcome.failed} failed (frontend/e2e/hostile-content.spec.ts)`,
    );
    expect(outcome).toEqual({ passed: 2, failed: 0 });
  },
  BROWSER_MS,
);

interface Audit {
  message?: string;
  metadata?: { vulnerabilities: Record<string, number> };
}

const knownVulnerabilities = {
  done: 'npm audit of what ships (--omit=dev)',
  expected: 'nothing high or critical',
};
const audit = JSON.parse((await output('npm', ['audit', '--omit=dev', '--json'])).text) as Audit;

if (audit.metadata) {
  const { vulnerabilities } = audit.metadata;
  batteryCase('S18', knownVulnerabilities, (seen) => {
    seen(
      Object.entries(vulnerabilities)
        .map(([level, count]) => `${count} ${level}`)
        .join(', '),
    );
    expect([vulnerabilities.high, vulnerabilities.critical]).toEqual([0, 0]);
    return Promise.resolve();
  });
} else {
  const reason = `the registry has no audit here: ${audit.message ?? 'no answer'}`;
  batteryCase.impossible('S18', { ...knownVulnerabilities, reason });
}
