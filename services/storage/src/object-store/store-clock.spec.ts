import { StoreClock } from './store-clock.js';

const HOUR_MS = 3_600_000;
const now = (clock: StoreClock) => clock.now().getTime();
const httpDate = (ms: number) => new Date(ms).toUTCString();

test('the clock follows the process until the store has answered, and then the store', () => {
  const clock = new StoreClock();
  expect(Math.abs(now(clock) - Date.now())).toBeLessThan(HOUR_MS / 2);
  clock.heard(httpDate(Date.now() - HOUR_MS));
  expect(now(clock)).toBeLessThan(Date.now() - HOUR_MS / 2);
  clock.heard(httpDate(Date.now() + HOUR_MS));
  expect(now(clock)).toBeGreaterThan(Date.now() + HOUR_MS / 2);
});

test.each([undefined, '', 'soon'])('an answer dated %p changes nothing', (date) => {
  const clock = new StoreClock();
  clock.heard(httpDate(Date.now() + HOUR_MS));
  clock.heard(date);
  expect(now(clock)).toBeGreaterThan(Date.now() + HOUR_MS / 2);
});
