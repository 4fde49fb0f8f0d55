import { settingsOrExit, startProcess } from '@studiolo/service-kit';

import { refuseUnderPressure } from './admission/under-pressure.js';
import { createGateway } from './create-gateway.js';
import { GatewayHealth } from './health/gateway-health.js';
import { gatewaySettings } from './settings.js';

/** Connections that the kernel queues in a burst. The client of a further one retries after a second. */
const BACKLOG = 4_096;

const settings = settingsOrExit(gatewaySettings);
const { shutdown, ops } = await startProcess('gateway', settings);
const app = await createGateway(settings);
// Not for the gateways of tests, which share their event loop with their clients.
await refuseUnderPressure(app);
shutdown.add(() => app.close());
// Without a host, Fastify would listen on localhost; for an empty one Node listens on all addresses.
await app.listen({ port: settings.PORT, host: '', backlog: BACKLOG });
ops.answerHealthWith(app.get(GatewayHealth));
