import { Counter, Gauge } from 'prom-client';

export const orphansRemoved = new Counter({
  name: 'studiolo_storage_orphans_removed_total',
  help: 'Objects removed because nothing referred to them',
});

export const sweepsRefused = new Counter({
  name: 'studiolo_storage_sweeps_refused_total',
  help: 'Sweeps that removed nothing: the bucket is of another `installation`, or the `share` of orphans too large',
  labelNames: ['reason'],
});
// Starts each counter at 0: without an earlier sample the rate would miss the first refusal, and no alert would fire.
for (const reason of ['installation', 'share']) sweepsRefused.inc({ reason }, 0);

export const missingObjects = new Gauge({
  name: 'studiolo_storage_missing_objects',
  help: 'Files without an object, as the last sweep that found its end counted them',
});
