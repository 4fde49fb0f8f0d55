import type { ProcessSettings } from '../env/settings.js';

let isOn = false;

/** Whether this process writes traces. Off, which is the default, nothing of OpenTelemetry's SDK is loaded. */
export function isTracing(): boolean {
  return isOn;
}

/**
 * Starts to write traces if a collector is configured; before anything connects to a store. The result
 * sends what is left: to be called when everything else has ended.
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
