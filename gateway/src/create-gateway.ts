import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createLogger } from '@studiolo/service-kit';

import { createAdapter } from './create-adapter.js';
import { GatewayModule } from './gateway.module.js';
import { compressJson } from './http/compress-json.js';
import { corsOptions } from './http/cors.js';
import type { GatewaySettings } from './settings.js';

/** Creates the gateway, ready to listen. Redis and the services need not be up yet. */
export async function createGateway(settings: GatewaySettings): Promise<NestFastifyApplication> {
  const adapter = createAdapter(settings);
  await compressJson(adapter.getInstance());
  const app = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.forRoot(settings),
    adapter,
    { logger: createLogger('gateway', settings), bodyParser: false },
  );
  app.enableCors(corsOptions(settings.APP_URL));
  return app;
}
