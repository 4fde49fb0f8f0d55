import type { DynamicModule, INestMicroservice, Type } from '@nestjs/common';
import type { ServiceName } from '@studiolo/contracts';

import { createService } from './create-service.js';
import { EnvError } from './env/load-env.js';
import type { MessagingSettings, ProcessSettings } from './env/settings.js';
import { HealthRegistry } from './health/health-registry.js';
import { type OperatorPages, OpsServer } from './health/ops-server.js';
import { logFatalErrors } from './logging/logger.js';
import { collectProcessMetrics } from './metrics/metrics.js';
import { Shutdown } from './shutdown.js';
import { startTracing } from './tracing/tracing.js';

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

/** Runs a service until a signal stops it. Invalid settings end it at once with a list of them. */
export async function runService<Settings extends ProcessSettings & MessagingSettings>({
  name,
  loadSettings,
  module,
  operatorPages,
}: RunServiceOptions<Settings>): Promise<void> {
  const settings = settingsOrExit(loadSettings);
  logFatalErrors(name, settings);
  const shutdown = new Shutdown(settings.SHUTDOWN_TIMEOUT_MS);
  shutdown.add(await startTracing(name, settings));
  collectProcessMetrics(name);
  const ops = await OpsServer.listen(settings.OPS_PORT, settings.OPS_HOST);
  shutdown.add(() => ops.close());

  const app = await createService({ name, settings, module: module(settings) });
  shutdown.addApp(app);
  await app.listen();
  const pages = await operatorPages?.(app, settings);
  if (pages) ops.show(pages);
  ops.answerHealthWith(app.get(HealthRegistry));
}

/** Returns the settings, or ends the process with a sentence that names the invalid ones. */
export function settingsOrExit<Settings>(loadSettings: () => Settings): Settings {
  try {
    return loadSettings();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
