import type { DynamicModule, INestMicroservice, Type } from '@nestjs/common';
import type { ServiceName } from '@studiolo/contracts';

import { createService } from './create-service.js';
import type { MessagingSettings, ProcessSettings } from './env/settings.js';
import { HealthRegistry } from './health/health-registry.js';
import type { OperatorPages } from './health/ops-server.js';
import { startProcess } from './start-process.js';

interface RunServiceOptions<Settings> {
  readonly name: ServiceName;
  readonly loadSettings: () => Settings;
  readonly module: (settings: Settings) => Type | DynamicModule;
  /** The service's own pages on OPS_PORT, if the settings enable them. */
  readonly operatorPages?: (
    app: INestMicroservice,
    settings: Settings,
  ) => Promise<OperatorPages | undefined>;
}

/** Runs a service until a signal stops it. */
export async function runService<Settings extends ProcessSettings & MessagingSettings>({
  name,
  loadSettings,
  module,
  operatorPages,
}: RunServiceOptions<Settings>): Promise<void> {
  const { settings, shutdown, ops } = await startProcess(name, loadSettings);
  const app = await createService({ name, settings, module: module(settings) });
  shutdown.addApp(app);
  await app.listen();
  const pages = await operatorPages?.(app, settings);
  if (pages) ops.show(pages);
  ops.answerHealthWith(app.get(HealthRegistry));
}
