import { DEVICE_MAX_LENGTH } from '@studiolo/contracts';
import { parse } from 'bowser';
import type { FastifyRequest } from 'fastify';

/** Longer than any browser's; the parser goes over the text with many expressions. */
const USER_AGENT_MAX_LENGTH = 512;

/** The browser and the system that a request says it comes from, as in `Firefox on Linux`, if it says either. */
export function deviceOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const userAgent = headers['user-agent'];
  if (!userAgent) return undefined;
  const { browser, os } = parse(userAgent.slice(0, USER_AGENT_MAX_LENGTH));
  const words = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  return words.length > 0 ? words.join(' on ').slice(0, DEVICE_MAX_LENGTH) : undefined;
}
