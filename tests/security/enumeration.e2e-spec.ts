// What the time of an answer gives away about accounts and about other people's projects. That the answers are the same
// is shown by the tests of auth.
import { freshEmail, newAccount, PASSWORD } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { duringTests } from '@studiolo/testing/during-tests';
import { GoogleServer } from '@studiolo/testing/google-server';

import { RunningStack } from '../support/running-stack.ts';
import { differenceOfMedians } from './support/samples-of-time.ts';

const LOGIN_TRIES = 200;
const READ_TRIES = 200;
const MAIL_TRIES = 100;
/** Pause after a call, so that the mail it has started does not slow the next one down. */
const AFTERMATH_MS = 100;
const MOST_SPREAD = 0.05;
/** Reads take a few milliseconds, so that network and scheduler are a larger share of them. */
const MOST_READ_SPREAD = 0.1;

const google = duringTests(() => GoogleServer.start());
RunningStack.duringTests(() => ({ passed: google().settings }));

async function googleAccount(): Promise<string> {
  const email = freshEmail();
  const code = google().codeFor({ email });
  const { status } = await new Api().post('/api/auth/google/callback', { code });
  expect(status).toBe(200);
  return email;
}

async function unverifiedAccount(): Promise<string> {
  const email = freshEmail();
  await new Api().post('/api/auth/signup', { email, password: PASSWORD, name: 'Noa' });
  return email;
}

const attempt = (email: string) => () =>
  new Api().post('/api/auth/login', { email, password: 'wrong-hour-8' });

test(`[S5 b] login ${LOGIN_TRIES} times each for an unknown address, a wrong password and a Google account, in turns: medians within 5 % of each other`, async () => {
  const { email: verified } = await newAccount();
  const addresses = [freshEmail(), verified, await googleAccount()];
  const difference = await differenceOfMedians(
    { times: LOGIN_TRIES, limit: MOST_SPREAD },
    addresses.map(attempt),
  );
  expect(difference).toBeLessThan(MOST_SPREAD);
}, 420_000);

const asking = (path: string, email: string) => () => new Api().post(path, { email });

test(`[S5 c] forgot and resend ${MAIL_TRIES} times each for an unknown and a known address, in turns: medians within 10 % of each other`, async () => {
  const unknown = freshEmail();
  for (const [path, known] of [
    ['/api/auth/forgot-password', (await newAccount()).email],
    ['/api/auth/resend-verification', await unverifiedAccount()],
  ] as const) {
    const difference = await differenceOfMedians(
      { times: MAIL_TRIES, limit: MOST_READ_SPREAD, pauseMs: AFTERMATH_MS },
      [asking(path, unknown), asking(path, known)],
    );
    expect(difference).toBeLessThan(MOST_READ_SPREAD);
  }
}, 420_000);

test(`[S3 time] a project and a file of somebody else and ones that are not there, ${READ_TRIES} times each in turns: the same body, and medians within 10 % of each other`, async () => {
  const [owner, stranger] = [await newAccount(), await newAccount()];
  const id = await owner.api.newProject({ title: 'T', client: 'C' });
  await owner.api.upload(id, [new File(['%PDF-1.7'], 'a.pdf')]);
  const nobodys = crypto.randomUUID();
  for (const path of [`/api/projects/:id`, `/api/download/:id/a.pdf`]) {
    const read = (project: string) => () => stranger.api.get(path.replace(':id', project));
    const [foreign, absent] = [await read(id)(), await read(nobodys)()];
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(absent.body);
    const difference = await differenceOfMedians({ times: READ_TRIES, limit: MOST_READ_SPREAD }, [
      read(id),
      read(nobodys),
    ]);
    expect(difference).toBeLessThan(MOST_READ_SPREAD);
  }
}, 420_000);
