import { DEVICE_MAX_LENGTH } from '@studiolo/contracts';
import { parse } from 'bowser';
import type { FastifyRequest } from 'fastify';

/** Longer than any browser's; limits the work of the parser, which runs many expressions over the text. */
const USER_AGENT_MAX_LENGTH = 512;

/**
 * Browser and system according to the request's User-Agent, as in `Firefox on Linux`; undefined if it names neither.
 */
export function deviceOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const userAgent = headers['user-agent'];
  if (!userAgent) return undefined;
  const { browser, os } = parse(userAgent.slice(0, USER_AGENT_MAX_LENGTH));
  const words = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  return words.length > 0 ? words.join(' on ').slice(0, DEVICE_MAX_LENGTH) : undefined;
}
