import {
  messagingSettings,
  pem,
  processSettings,
  rateLimitsSetting,
  url,
} from '@studiolo/service-kit';
import { z } from 'zod';

const between = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

export const gatewaySettings = processSettings.extend(messagingSettings.shape).extend({
  PORT: between(0, 65_535).default(3000),
  HOST: z.string().optional(),
  APP_URL: url('http:', 'https:'),
  JWT_PUBLIC_KEY: pem('PUBLIC KEY'),
  RATE_LIMITS: rateLimitsSetting,
  TRUST_PROXY: between(0, 10).default(0),
  CONNECTIONS_PER_ADDRESS: between(0, Number.MAX_SAFE_INTEGER).default(8192),
  S3_CA: pem('CERTIFICATE').optional(),
  STRICT_TRANSPORT_SECURITY: z.string().default('max-age=31536000'),
  SHUTDOWN_DELAY_MS: between(0, 60_000).default(0),
});

export type GatewaySettings = z.output<typeof gatewaySettings>;

export const GATEWAY_SETTINGS = Symbol('GATEWAY_SETTINGS');
