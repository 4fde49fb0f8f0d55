// Which ports, tables and settings are open, and which headers mails and links follow.
import { join } from 'node:path';

import { onDatabase } from '@studiolo/infra/stack/database';
import { serviceDatabaseUrl, SERVICES } from '@studiolo/infra/stack/plan';
import { ROOT } from '@studiolo/infra/stack/programs';
import { isOpen, otherAddresses } from '@studiolo/infra/test/network';
import { freshEmail, newAccount } from '@studiolo/testing/accounts';
import { duringTests } from '@studiolo/testing/during-tests';
import { GoogleServer } from '@studiolo/testing/google-server';
import { linkMailedTo, mailsTo } from '@studiolo/testing/mailbox';

import { runProgram } from '../support/run-program.ts';
import { RunningStack } from '../support/running-stack.ts';

const google = duringTests(() => GoogleServer.start());
const stack = RunningStack.duringTests(() => ({
  // As opened to other machines; without it, nothing is (tests/e2e/this-machine.e2e-spec.ts).
  host: '0.0.0.0',
  passed: google().settings,
}));

async function openPorts(ports: readonly number[]): Promise<number[]> {
  const reached = await Promise.all(
    ports.map(async (port) => {
      const hosts = await Promise.all(otherAddresses.map((host) => isOpen(host, port)));
      return hosts.includes(true) ? [port] : [];
    }),
  );
  return reached.flat();
}

test('[S16 a] connections to every port of the stack by the addresses that other machines know: only the gateway and the mail inbox answer', async () => {
  const { ports, opsPorts, apiPorts } = stack().plan;
  const { mail, ...internal } = ports;
  const hidden = [...Object.values(internal), ...Object.values(opsPorts).flat()];
  expect(otherAddresses.length).toBeGreaterThan(0);
  expect(await openPorts(hidden)).toEqual([]);
  expect(await openPorts([...apiPorts, mail])).toEqual([...apiPorts, mail]);
});

const refusalOf = (url: string, sql: string): Promise<string> =>
  onDatabase(url, (client) => client.query(sql)).then(
    () => 'allowed',
    (error: unknown) => (error as Error).message,
  );

const TABLES = { auth: 'accounts', projects: 'projects', storage: 'files' } as const;

test('[S16 b] each service’s database role reads, writes and drops the tables of the two others, and takes their roles: permission denied, each time', async () => {
  for (const own of SERVICES) {
    const url = serviceDatabaseUrl(stack().plan, own);
    expect(await refusalOf(url, `SELECT FROM ${TABLES[own]} LIMIT 1`)).toBe('allowed');
    for (const other of SERVICES.filter((service) => service !== own)) {
      const table = `${other}.${TABLES[other]}`;
      for (const sql of [
        `SELECT * FROM ${table}`,
        `DELETE FROM ${table}`,
        `DROP TABLE ${table}`,
        `SET ROLE studiolo_${other}`,
        `CREATE TABLE ${other}.mine (id int)`,
      ]) {
        expect([own, sql, await refusalOf(url, sql)]).toEqual([
          own,
          sql,
          expect.stringContaining('permission denied'),
        ]);
      }
    }
  }
});

/** Runs a process that has these settings and no other variables. */
function startsWith(main: string, settings: Record<string, string>) {
  const variables = Object.entries({ NODE_ENV: 'production', ...settings });
  const given = variables.map(([name, value]) => `${name}=${value}`);
  return runProgram('env', ['-i', ...given, process.execPath, join(ROOT, main)]);
}

const PLACEHOLDERS: Record<string, string> = {
  REDIS_URL: 'redis://127.0.0.1:1',
  DATABASE_URL: 'postgres://studiolo:studiolo@127.0.0.1:1/studiolo',
  TRANSPORT_SIGNING_KEY: 'change-me-change-me-change-me-change-me',
  MAIL_TOKEN_KEY: 'this-is-the-example-key-of-the-manual-0000',
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_ACCESS_KEY: 'minioadmin',
  S3_SECRET_KEY: 'minioadmin',
  RATE_LIMITS: 'off',
};

test('[S16 c] every process is started for production with the keys of examples, and with none: each ends at once and names the settings, without their values', async () => {
  for (const [main, names] of Object.entries({
    'gateway/dist/main.js': ['TRANSPORT_SIGNING_KEY', 'JWT_PUBLIC_KEY', 'RATE_LIMITS'],
    'services/auth/dist/main.js': ['TRANSPORT_SIGNING_KEY', 'MAIL_TOKEN_KEY', 'JWT_PRIVATE_KEY'],
    'services/projects/dist/main.js': ['TRANSPORT_SIGNING_KEY'],
    'services/storage/dist/main.js': ['TRANSPORT_SIGNING_KEY', 'S3_SECRET_KEY'],
  })) {
    for (const settings of [PLACEHOLDERS, {}]) {
      const { code, text } = await startsWith(main, settings);
      expect([main, code]).toEqual([main, 1]);
      for (const name of names.filter(
        (one) => settings === PLACEHOLDERS || one !== 'RATE_LIMITS',
      )) {
        expect(text).toContain(name);
      }
      expect(text).not.toMatch(/change-me|example-key|minioadmin/);
    }
  }
});

const EVIL = 'evil.example';
const INVENTED_HOSTS = {
  host: EVIL,
  'x-forwarded-host': EVIL,
  'x-forwarded-proto': 'https',
  forwarded: `host=${EVIL}`,
  'x-original-url': `https://${EVIL}/`,
  origin: `https://${EVIL}`,
  referer: `https://${EVIL}/`,
};

test('[S19] forgot, resend, a new address and the Google start with invented Host, Forwarded, Origin and Referer headers: every link and redirect leads to the configured origin; no answer redirects', async () => {
  const { api, email } = await newAccount();
  const headers = { 'content-type': 'application/json', ...INVENTED_HOSTS };
  const post = (path: string, body: object, method = 'POST') =>
    api.fetch(path, { method, headers, body: JSON.stringify(body), redirect: 'manual' });
  const next = freshEmail();
  const statuses = [
    (await post('/api/auth/forgot-password', { email })).status,
    (await post('/api/auth/profile', { email: next }, 'PUT')).status,
    (await post('/api/auth/resend-verification', { email: next })).status,
  ];
  expect(statuses).toEqual([200, 200, 200]);
  await linkMailedTo(email, '/reset-password');
  await linkMailedTo(next, '/verify-email');
  const mails = [...(await mailsTo(email)), ...(await mailsTo(next))];
  const links = mails.flatMap(
    ({ text, html }) => `${text} ${html}`.match(/https?:\/\/[^\s"<>]+/g) ?? [],
  );
  const origins = new Set(links.map((link) => new URL(link).origin));
  expect([...origins]).toEqual([new URL(stack().plan.appUrl).origin]);
  const started = await api.fetch('/api/auth/google', {
    headers: INVENTED_HOSTS,
    redirect: 'manual',
  });
  const { authorization_url: url } = (await started.json()) as { authorization_url: string };
  expect(new URL(url).searchParams.get('redirect_uri')).toMatch(stack().plan.appUrl);
});
