import { summary } from './counts.ts';

describe('the last line of npm test', () => {
  test('adds the steps up', () => {
    const line = summary([
      { passed: 3, failed: 0, skipped: 0 },
      { passed: 4, failed: 1, skipped: 0 },
    ]);
    expect(line).toBe('7 passed, 1 failed');
  });

  test('names skipped tests only when there are some', () => {
    expect(summary([{ passed: 1, failed: 0, skipped: 2 }])).toBe('1 passed, 0 failed, 2 skipped');
  });
});
