import { networkInterfaces } from 'node:os';

import { loadEnv, startProcess } from '@studiolo/service-kit';

import { createGateway } from './create-gateway.js';
import { GatewayHealth } from './health/gateway-health.js';
import { gatewaySettings } from './settings.js';

/** Connections that the kernel queues in a burst. The client of a further one retries after a second. */
const BACKLOG = 4_096;

/** The address for all interfaces: IPv6 and IPv4, or IPv4 alone. */
function anyAddress(): string {
  const interfaces = Object.values(networkInterfaces()).flat();
  return interfaces.some((entry) => entry?.family === 'IPv6') ? '::' : '0.0.0.0';
}

const { settings, shutdown, ops } = await startProcess('gateway', () => loadEnv(gatewaySettings));
const app = await createGateway(settings);
shutdown.addApp(app);
await app.listen({ port: settings.PORT, host: anyAddress(), backlog: BACKLOG });
ops.answerHealthWith(app.get(GatewayHealth));
