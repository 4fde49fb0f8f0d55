import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, ROOT } from '@studiolo/infra/stack/programs';
import { runProgram } from './run-program.ts';

const REQUIREMENTS = join(import.meta.dirname, 'schemathesis-requirements.txt');
const CACHE = join(ROOT, 'node_modules', '.cache', 'studiolo');
const LONGEST_REASON = 160;
/** Its exit codes: 0 nothing found, 1 something found; more means that it could not do its work. */
const WORKED = [0, 1];

/**
 * What is held against every answer. Of its other checks some want what is not so here: 405 for an undocumented
 * method, which is answered as an unknown address; a resource after every creation, where a repeat with the same
 * Idempotency-Key gets the first answer although the project was deleted since; refusal of form fields not documented.
 */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'missing_required_header',
  'allow_header_conformance',
  'ignored_auth',
  'use_after_free',
];

/** What Schemathesis is asked to do. */
export interface Examination {
  apiUrl: string;
  /** Session of every request; none is sent without it. */
  token?: string;
  /** Operations of the document that are called, or all but those. */
  only?: string[];
  except?: string[];
  seed: number;
  /** Generated requests for each operation and phase, at most. */
  examples: number;
  /** After so many seconds no further requests are generated. */
  seconds: number;
}

/** What it says of a run. */
export interface Findings {
  operations: { tested: number; errored: number };
  failures: { title: string; operations: string[] }[];
  errors: unknown[];
  /** All it printed: the failed requests as curl commands. */
  text: string;
}

function flagsOf({
  token,
  only = [],
  except = [],
  seed,
  examples,
  seconds,
}: Examination): string[] {
  return [
    ...(token === undefined ? [] : ['--header', `Authorization: Bearer ${token}`]),
    ...only.flatMap((id) => ['--include-operation-id', id]),
    ...except.flatMap((id) => ['--exclude-operation-id', id]),
    ...['--checks', CHECKS.join(',')],
    ...['--max-examples', String(examples), '--max-time', String(seconds), '--seed', String(seed)],
    // A busy machine is no finding.
    ...['--suppress-health-check', 'all', '--warnings', 'off'],
    ...['--generation-database', 'none', '--continue-on-failure', '--no-color'],
  ];
}

/** Schemathesis in a virtual environment of this checkout, exactly as the file of requirements has it. */
export class Schemathesis {
  readonly version: string;
  private readonly folder: string;

  private constructor(version: string, folder: string) {
    this.version = version;
    this.folder = folder;
  }

  /** The installed one, or installs it; a sentence that says why when this machine cannot. */
  static async install(): Promise<Schemathesis | string> {
    const requirements = readFileSync(REQUIREMENTS, 'utf8');
    const version = /^schemathesis==(\S+)$/m.exec(requirements)?.[1] ?? '';
    const digest = createHash('sha256').update(requirements).digest('hex').slice(0, 12);
    const folder = join(CACHE, `schemathesis-${digest}`);
    if (existsSync(folder)) return new Schemathesis(version, folder);
    const python = findProgram('python3');
    if (python === undefined) return 'there is no python3 on the PATH';
    // Programs of an environment hold its path: what fails is removed, so that only a whole one stays.
    const made = await runProgram(python, ['-m', 'venv', folder]);
    const pip = ['install', '--quiet', '--disable-pip-version-check', '--retries', '1'];
    const filled =
      made.code === 0
        ? await runProgram(join(folder, 'bin', 'python'), ['-m', 'pip', ...pip, '-r', REQUIREMENTS])
        : made;
    if (filled.code === 0) return new Schemathesis(version, folder);
    await rm(folder, { recursive: true, force: true });
    const words = filled.text.split(/\s+/).join(' ').trim().slice(-LONGEST_REASON);
    return `Schemathesis ${version} cannot be installed here: ${words}`;
  }

  /** Examines the served document; throws when it could not do its work. */
  async examine(examination: Examination): Promise<Findings> {
    const folder = await mkdtemp(join(tmpdir(), 'studiolo-schemathesis-'));
    const report = join(folder, 'report.json');
    try {
      const { code, text } = await runProgram(
        join(this.folder, 'bin', 'python'),
        [
          ...['-m', 'schemathesis.cli', 'run', `${examination.apiUrl}/api/docs/openapi.json`],
          ...['--url', examination.apiUrl, ...flagsOf(examination)],
          ...['--report', 'json', '--report-json-path', report],
        ],
        { cwd: folder },
      );
      if (!WORKED.includes(code ?? -1)) throw new Error(`Schemathesis ended with ${code}: ${text}`);
      const findings = JSON.parse(await readFile(report, 'utf8')) as Omit<Findings, 'text'>;
      return { ...findings, text };
    } finally {
      await rm(folder, { recursive: true });
    }
  }
}
