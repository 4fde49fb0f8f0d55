import { collectStartGarbage, settingsOrExit, startProcess } from '@studiolo/service-kit';

import { refuseUnderPressure } from './admission/under-pressure.js';
import { createGateway } from './create-gateway.js';
import { GatewayHealth } from './health/gateway-health.js';
import { listen } from './listen.js';
import { gatewaySettings } from './settings.js';

const settings = settingsOrExit(gatewaySettings);
const { shutdown, ops } = await startProcess('gateway', settings);
const app = await createGateway(settings);
// Before anything measures how late the event loop is.
collectStartGarbage();
// Not for the gateways of tests, which share their event loop with their clients.
await refuseUnderPressure(app);
shutdown.add(() => app.close());
await listen(app, settings);
ops.answerHealthWith(app.get(GatewayHealth));
