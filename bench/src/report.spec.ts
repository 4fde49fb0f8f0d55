import { report } from './report.ts';

const one = (requestsPerSecond: number, failures = 0) => ({
  ...{ requestsPerSecond, meanMs: 4, p99Ms: 9, cpuMs: 1.2345, ownCpuMs: 0.5, failures },
  ...{ databaseCpuMs: 0.25, redisCpuMs: 0.125 },
});

test('a subject is compared with the first one round by round, medians with quartiles', () => {
  const text = report({
    at: '2026-11-22',
    machine: { cores: 2 },
    subjects: [
      { name: 'default', title: 'npm start', startSeconds: 7.04, idleMiB: 480.4 },
      { name: 'real', title: 'on redis-server', startSeconds: 6, idleMiB: 450 },
    ],
    series: [
      {
        operation: 'list',
        connections: 8,
        rounds: {
          default: [one(100), one(200), one(300)],
          real: [one(200), undefined, one(900, 2)],
        },
      },
    ],
  });
  expect(text).toContain('| default | npm start | 7.04 | 480 |');
  expect(text).toContain('ratio to default');
  expect(text).toContain('| list | 8 | default | 200 (150–250) |  | 4 (4–4) | 9 |');
  expect(text).toContain('| list | 8 | real | 550 (375–725) | 2.5 (2.25–2.75) | 4 (4–4) | 9 |');
  expect(text).toContain('| 1.23 (1.23–1.23) | 0.5 (0.5–0.5) | 0.25 | 0.125 | 2 |');
});
