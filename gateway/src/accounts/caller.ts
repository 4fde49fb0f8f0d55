import { DEVICE_MAX_LENGTH } from '@studiolo/contracts';
import { parse } from 'bowser';
import type { FastifyRequest } from 'fastify';

import { clientNetwork } from '../rate-limits/client-address.js';

/** Longer than any browser's; limits the work of the parser, which runs many expressions over the text. */
const USER_AGENT_MAX_LENGTH = 512;

/** Who opens a session: device and network. */
export function callerOf(request: Pick<FastifyRequest, 'headers' | 'ip'>) {
  return { device: deviceOf(request), network: clientNetwork(request.ip) };
}

/** Browser and system from the User-Agent, as in `Firefox on Linux`; undefined if the header names neither. */
export function deviceOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const userAgent = headers['user-agent'];
  if (!userAgent) return undefined;
  const { browser, os } = parse(userAgent.slice(0, USER_AGENT_MAX_LENGTH));
  const words = [browser.name, os.name].filter(Boolean);
  return words.length > 0 ? words.join(' on ').slice(0, DEVICE_MAX_LENGTH) : undefined;
}
