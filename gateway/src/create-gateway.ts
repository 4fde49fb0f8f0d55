import multipart from '@fastify/multipart';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from 'nestjs-pino';

import { AdmissionControl } from './admission/admission-control.js';
import { createAdapter } from './create-adapter.js';
import { GatewayModule } from './gateway.module.js';
import { Acceptors, type Address } from './http/acceptors.js';
import { corsOptions } from './http/cors.js';
import type { GatewaySettings } from './settings.js';
import { multipartOptions } from './upload/receive-form.js';

/** Creates the gateway, ready to listen. Redis and the services need not be up yet. */
export async function createGateway(settings: GatewaySettings): Promise<NestFastifyApplication> {
  const admission = new AdmissionControl();
  const adapter = createAdapter(settings, admission);
  await adapter.getInstance().register(multipart, multipartOptions);
  const app = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.forRoot(settings, admission),
    adapter,
    { bufferLogs: true, bodyParser: false },
  );
  app.useLogger(app.get(Logger));
  app.enableCors(corsOptions(settings.APP_URL));
  return app;
}

/** Lets a created gateway listen; see `Acceptors.listen`. */
export function listen(app: NestFastifyApplication, address: Address): Promise<void> {
  return app.get(Acceptors).listen(app, address);
}
