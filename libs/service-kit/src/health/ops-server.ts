import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Logger } from '@nestjs/common';
import { register } from 'prom-client';

import type { ProcessHealth } from './health-registry.js';

/** Nobody sends more than the head of a request. */
const LIMITS = { headersTimeout: 5_000, requestTimeout: 5_000, connectionsCheckingInterval: 1_000 };

/**
 * A separate port for operators: `/health/live`, `/health/started`, `/health/ready`, `/health/status` and `/metrics`.
 * It opens before the process connects to anything, so that "alive but waiting" is visible from outside.
 */
export class OpsServer {
  private readonly logger = new Logger(OpsServer.name);
  private readonly server = createServer(LIMITS, (request, response) => {
    void this.answer(request, response);
  });
  private health: ProcessHealth | undefined;

  /** Opens the port, on one address or on all; 0 takes a free one. */
  async listen(port: number, host?: string): Promise<void> {
    try {
      await once(this.server.listen({ port, host }), 'listening');
    } catch (cause) {
      throw new Error(`OPS_PORT ${port} cannot be opened`, { cause });
    }
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /**
   * Marks the start as complete: `/health/started` answers 200, and the other health paths ask `health` from now on.
   */
  answerHealthWith(health: ProcessHealth): void {
    this.health = health;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?')[0] ?? '/';
    try {
      if (path === '/metrics') {
        const metrics = await register.metrics();
        response.writeHead(200, { 'content-type': register.contentType }).end(metrics);
      } else sendJson(response, ...(await this.route(path)));
    } catch (error) {
      this.logger.error({ err: error }, `${path} could not be answered`);
      sendJson(response, 500, { error: 'This could not be answered' });
    }
  }

  private async route(path: string): Promise<[status: number, body: object]> {
    switch (path) {
      case '/health/live':
        return [200, { live: true }];
      case '/health/started':
        return [this.health ? 200 : 503, { started: this.health !== undefined }];
      case '/health/ready': {
        const ready = (await this.health?.isReady()) ?? false;
        return [ready ? 200 : 503, { ready }];
      }
      case '/health/status': {
        const report = (await this.health?.report()) ?? NOT_STARTED;
        return [report.healthy ? 200 : 503, report];
      }
      default:
        return [404, { error: 'Not found' }];
    }
  }
}

const NOT_STARTED = { healthy: false, checks: { start: 'down' } };

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
