import type { FastifyRequest } from 'fastify';

import { clientNetwork } from '../rate-limits/client-address.js';
import { deviceOf } from './device.js';

/** Who opens a session: device and network. */
export function callerOf(request: Pick<FastifyRequest, 'headers' | 'ip'>) {
  return { device: deviceOf(request), network: clientNetwork(request.ip) };
}
