import { readableWarning } from './console.ts';

describe('the console shows of a service log', () => {
  test('an error with its cause', () => {
    const line = JSON.stringify({ level: 50, msg: 'Mail not sent', err: { message: 'refused' } });
    expect(readableWarning('auth', line)).toBe('  auth: error: Mail not sent (refused)');
  });

  test('a warning', () => {
    expect(readableWarning('auth', '{"level":40,"msg":"slow"}')).toBe('  auth: warning: slow');
  });

  test.each(['{"level":30,"msg":"listening"}', 'plain text', '{ broken'])(
    'nothing of %s',
    (line) => {
      expect(readableWarning('auth', line)).toBeUndefined();
    },
  );
});
