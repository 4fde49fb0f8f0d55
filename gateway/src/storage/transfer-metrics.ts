import { metricsRegistry } from '@studiolo/service-kit';
import { Counter } from 'prom-client';

const registers = [metricsRegistry];

export const uploadedBytes = new Counter({
  name: 'studiolo_upload_bytes_total',
  help: 'Bytes of the files that this gateway has put into the object store',
  registers,
});

export const downloadedBytes = new Counter({
  name: 'studiolo_download_bytes_total',
  help: 'Bytes that this gateway has read from the object store to their end',
  registers,
});
