import { collectDefaultMetrics, register } from 'prom-client';

import type { ProcessSettings } from './env/settings.js';
import { OpsServer } from './health/ops-server.js';
import { logFatalErrors } from './logging/logger.js';
import { Shutdown } from './shutdown.js';

/** Interval of the samples of the event loop's lag. With 10 ms, the default, most wake-ups of an idle process are theirs. */
const EVENT_LOOP_SAMPLE_MS = 20;

/** What every process does first, before it connects to anything. */
export async function startProcess(
  name: string,
  settings: ProcessSettings & { readonly SHUTDOWN_DELAY_MS?: number },
) {
  logFatalErrors(name, settings);
  const { SHUTDOWN_DELAY_MS = 0, SHUTDOWN_TIMEOUT_MS } = settings;
  const shutdown = new Shutdown(SHUTDOWN_DELAY_MS + SHUTDOWN_TIMEOUT_MS);
  // Before anything connects to a store; the SDK is not loaded without a collector.
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT) {
    const { startTracing } = await import('./tracing/sdk.js');
    shutdown.add(startTracing(name, settings.OTEL_EXPORTER_OTLP_ENDPOINT));
  }
  register.setDefaultLabels({ service: name });
  collectDefaultMetrics({ eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  const ops = new OpsServer();
  await ops.listen(settings.OPS_PORT, settings.OPS_HOST);
  shutdown.add(() => ops.close());
  return { shutdown, ops };
}
