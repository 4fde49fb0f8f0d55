import type { ProcessSettings } from '../env/settings.js';

let isOn = false;

/** Whether this process records traces. By default it does not, and OpenTelemetry's SDK is not loaded. */
export function isTracing(): boolean {
  return isOn;
}

/**
 * Starts tracing if a collector is configured. Call it before anything connects to a store. Returns a function that
 * sends the remaining spans; call it after everything else has ended.
 */
export async function startTracing(
  service: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: ProcessSettings,
): Promise<() => Promise<void>> {
  if (endpoint === undefined) return () => Promise.resolve();
  const { startSdk } = await import('./sdk.js');
  const stop = startSdk(service, endpoint);
  isOn = true;
  return stop;
}
