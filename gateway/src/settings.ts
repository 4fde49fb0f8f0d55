import {
  loadEnv,
  messagingSettings,
  pem,
  processSettings,
  rateLimitsSetting,
  url,
} from '@studiolo/service-kit';
import { z } from 'zod';

const between = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

export const gatewaySettings = processSettings.extend(messagingSettings.shape).extend({
  PORT: between(0, 65_535).default(3000).describe('Port of the API; 0 chooses a free one'),
  APP_URL: url('http:', 'https:').describe('Address of the front end, the one allowed origin'),
  JWT_PUBLIC_KEY: pem('PUBLIC KEY').describe('Ed25519 public key (SPKI) that verifies sessions'),
  RATE_LIMITS: rateLimitsSetting,
  TRUST_PROXY: between(0, 10)
    .default(0)
    .describe('Proxies in front of the gateway whose `X-Forwarded-For` is trusted'),
  CONNECTIONS_PER_ADDRESS: between(0, Number.MAX_SAFE_INTEGER)
    .default(8192)
    .describe('Open connections of one client address, 0 for any number; ignored with TRUST_PROXY'),
  STRICT_TRANSPORT_SECURITY: z
    .string()
    .default('max-age=31536000')
    .describe('The header of this name, which tells browsers to use HTTPS'),
  SHUTDOWN_DELAY_MS: between(0, 60_000)
    .default(0)
    .describe('Milliseconds a gateway that ends still serves until load balancers know'),
});

export type GatewaySettings = z.output<typeof gatewaySettings>;

export const loadGatewaySettings = (): GatewaySettings => loadEnv(gatewaySettings);

/** Injection token of the settings. */
export const GATEWAY_SETTINGS = Symbol('GATEWAY_SETTINGS');
