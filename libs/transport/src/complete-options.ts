import { type ConnectionOptions, OPTIONS_OF_IOREDIS } from './redis/connection-options.js';
import { redisOptions } from './redis/redis-address.js';

/** A longer timer of Node fires at once. */
export const LONGEST_TIMER_MS = 2_147_483_647;

/** The names of the options of the connection that have no default. */
const CONNECTION = ['redisUrl', 'redisCa', 'ioredis', 'signingKey', 'previousSigningKey'];

/**
 * Fills in the defaults of options that are left out.
 * @param further names of options beside those of the connection that have no default
 * @throws TypeError that names the option and says what it has to be, and never its value if that is a secret
 */
export function completeOptions<Settings extends ConnectionOptions>(
  options: ConnectionOptions,
  defaults: Omit<Settings, 'redisUrl'>,
  further: readonly string[],
): Settings {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const known = [...CONNECTION, ...Object.keys(defaults), ...further];
  for (const [name, value] of given) {
    if (!known.includes(name)) {
      throw new TypeError(`"${name}" is no option; there are ${known.sort().join(', ')}`);
    }
    checkNumber(name, value, (defaults as Record<string, unknown>)[name]);
  }
  checkAddress(options.redisUrl);
  checkIoredis(options.ioredis);
  checkKey('signingKey', options.signingKey);
  checkKey('previousSigningKey', options.previousSigningKey);
  return { ...defaults, ...Object.fromEntries(given) } as unknown as Settings;
}

/** @throws TypeError over what no timer can wait for */
export function checkMilliseconds(name: string, value: unknown): void {
  if (typeof value === 'number' && value > 0 && value <= LONGEST_TIMER_MS) return;
  throw new TypeError(`${name} has to be milliseconds, above 0 and at most ${LONGEST_TIMER_MS}`);
}

function checkNumber(name: string, value: unknown, standard: unknown): void {
  if (typeof standard !== 'number') return;
  if (name.endsWith('Ms')) checkMilliseconds(name, value);
  if (typeof value === 'number' && value > 0 && Number.isFinite(value)) return;
  throw new TypeError(`${name} has to be a number above 0, as its default ${standard} is`);
}

function checkAddress(address: string): void {
  try {
    redisOptions(address);
  } catch (error) {
    throw new TypeError(`redisUrl ${(error as Error).message}`, { cause: error });
  }
}

function checkIoredis(ioredis: object = {}): void {
  const allowed: readonly string[] = OPTIONS_OF_IOREDIS;
  const other = Object.keys(ioredis).find((name) => !allowed.includes(name));
  if (other === undefined) return;
  throw new TypeError(
    `ioredis.${other} is for the transport to decide; there are ${[...allowed].sort().join(', ')}`,
  );
}

function checkKey(name: string, key: string | undefined): void {
  if (key === undefined || key.length > 0) return;
  throw new TypeError(
    `${name} is empty: give 32 random characters or more, the same in every process, or leave it out`,
  );
}
