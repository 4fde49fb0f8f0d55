import { EnvError } from './env/load-env.js';
import type { ProcessSettings } from './env/settings.js';
import { OpsServer } from './health/ops-server.js';
import { logFatalErrors } from './logging/logger.js';
import { collectProcessMetrics } from './metrics/metrics.js';
import { Shutdown } from './shutdown.js';

/** What every process does first, before it connects to anything. Invalid settings end it at once with a list of them. */
export async function startProcess<
  Settings extends ProcessSettings & { readonly SHUTDOWN_DELAY_MS?: number },
>(name: string, loadSettings: () => Settings) {
  const settings = settingsOrExit(loadSettings);
  logFatalErrors(name, settings);
  const { SHUTDOWN_DELAY_MS = 0, SHUTDOWN_TIMEOUT_MS } = settings;
  const shutdown = new Shutdown(SHUTDOWN_DELAY_MS + SHUTDOWN_TIMEOUT_MS);
  // Before anything connects to a store; the SDK is not loaded without a collector.
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT) {
    const { startTracing } = await import('./tracing/sdk.js');
    shutdown.add(startTracing(name, settings.OTEL_EXPORTER_OTLP_ENDPOINT));
  }
  collectProcessMetrics(name);
  const ops = await OpsServer.listen(settings.OPS_PORT, settings.OPS_HOST);
  shutdown.add(() => ops.close());
  return { settings, shutdown, ops };
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
