import { newAccount } from '@studiolo/testing/accounts';
import { type Answer, Api } from '@studiolo/testing/api';
import { duringTests } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import { jpeg } from '@studiolo/testing/samples';

import { RunningStack } from '../support/running-stack.ts';
import { attribute, pathsOf, startTraceReceiver } from './support/trace-receiver.ts';

const SERVER = 2;

// A stack of its own: the one of the other tests writes no traces, as by default.
const receiver = duringTests(startTraceReceiver);
const running = RunningStack.duringTests(() => ({
  passed: {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver().url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  },
}));

/** Waits until the trace of an answered request holds all these paths. */
async function expectPaths(answer: Answer, paths: string[]): Promise<void> {
  const id = String(answer.headers.get('x-request-id'));
  await eventually(() => {
    expect([...pathsOf(receiver().traceOf(id))]).toEqual(expect.arrayContaining(paths));
  });
  const roots = receiver()
    .traceOf(id)
    .filter(({ parentSpanId }) => !parentSpanId);
  expect(roots.map(({ service }) => service)).toEqual(['gateway']);
}

test('a request is one trace through gateway, message, service and SQL', async () => {
  const { api } = await newAccount();
  const answer = await api.get('/api/projects');
  expect(answer.status).toBe(200);
  const list =
    'gateway GET /api/projects > gateway send projects.list > projects process projects.list';
  await expectPaths(answer, [`${list} > projects SQL`]);
});

test('a sign-up goes on through outbox and queue until its mail is sent', async () => {
  const email = 'traced@studio.example';
  const answer = await new Api().post('/api/auth/signup', {
    email,
    password: 'golden-hour-6',
    name: 'Iris',
  });
  expect(answer.status).toBe(201);
  const handled =
    'gateway POST /api/auth/signup > gateway send auth.signup > auth process auth.signup';
  const mailed = `${handled} > auth publish confirm-sign-up > auth send confirm-sign-up > auth process confirm-sign-up`;
  await expectPaths(answer, [`${handled} > auth SQL`, `${mailed} > auth SMTP send`]);
});

test('an upload shows the object store, and each service that it asked', async () => {
  const { api } = await newAccount();
  const id = await api.newProject({ title: 'A sealed title', client: 'Client' });
  const photo = new File([jpeg(64 * 1024)], 'sealed.jpg', { type: 'image/jpeg' });
  const answer = await api.upload(id, [photo]);
  expect(answer.status).toBe(201);
  const begun =
    'gateway POST /api/upload > gateway send storage.begin-upload > storage process storage.begin-upload';
  const committed =
    'gateway POST /api/upload > gateway send storage.commit-upload > storage process storage.commit-upload';
  await expectPaths(answer, [
    `${begun} > storage SQL`,
    `${begun} > storage send projects.get > projects process projects.get > projects SQL`,
    'gateway POST /api/upload > gateway PUT object',
    `${committed} > storage SQL`,
  ]);

  const deleted = await api.delete(`/api/projects/${id}`);
  const removal =
    'gateway DELETE /api/projects/:id > gateway send projects.delete > projects process projects.delete';
  const announced = `${removal} > projects publish project.deleted > projects send project.deleted`;
  await expectPaths(deleted, [`${announced} > storage process project.deleted > storage SQL`]);
});

test('the span of a refusal has its code and no error status', async () => {
  const credentials = { email: 'nobody@studio.example', password: 'wrong-password-8' };
  const answer = await new Api().post('/api/auth/login', credentials);
  expect(answer.status).toBe(401);
  await expectPaths(answer, [
    'gateway POST /api/auth/login > gateway send auth.login > auth process auth.login',
  ]);
  const trace = receiver().traceOf(String(answer.headers.get('x-request-id')));
  const handling = trace.find(({ name }) => name === 'process auth.login');
  expect(handling && attribute(handling, 'error.type')).toBe('INVALID_CREDENTIALS');
  expect(trace.filter(({ status }) => status.code === 2)).toEqual([]);
});

test('only requests begin a trace, and no trace holds a secret or what people wrote', () => {
  const roots = receiver().spans.filter(({ parentSpanId }) => !parentSpanId);
  expect(roots.filter(({ kind }) => kind !== SERVER)).toEqual([]);
  const text = JSON.stringify(receiver().spans);
  for (const secret of ['studio.example', 'golden-hour', 'wrong-password', 'sealed', 'X-Amz-']) {
    expect({ secret, isThere: text.includes(secret) }).toEqual({ secret, isThere: false });
  }
});

test('a request that is not sampled makes no span in any process', async () => {
  const known = new Set(receiver().spans.map(({ traceId }) => traceId));
  Object.assign(running().plan.passed, { OTEL_TRACES_SAMPLER: 'parentbased_always_off' });
  await running().stack.restart('gateway');
  await eventually(async () => {
    const { api } = await newAccount();
    expect((await api.get('/api/projects')).status).toBe(200);
  });
  // Processes that end send the spans that they still hold.
  await running().stack.stop();
  expect(receiver().spans.filter(({ traceId }) => !known.has(traceId))).toEqual([]);
});
