import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Logger } from '@nestjs/common';
import { register } from 'prom-client';

import type { ProcessHealth } from './health-registry.js';

/**
 * A separate port for operators: `/health/live`, `/health/started`, `/health/ready`, `/health/status` and `/metrics`.
 * It opens before the process connects to anything, so that "alive but waiting" is visible from outside.
 */
export class OpsServer {
  private readonly logger = new Logger(OpsServer.name);
  private health: ProcessHealth | undefined;

  private constructor(private readonly server: Server) {}

  /** Opens the port, on one address or on all; 0 takes a free one. */
  static async listen(port: number, host?: string): Promise<OpsServer> {
    const server = createServer();
    const ops = new OpsServer(server);
    server.on('request', (request, response) => void ops.answer(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) =>
        reject(new Error(`OPS_PORT ${port} cannot be opened`, { cause: error })),
      );
      server.listen({ port, host }, resolve);
    });
    return ops;
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
      await this.route(path, response);
    } catch (error) {
      this.logger.error({ err: error }, `${path} could not be answered`);
      sendJson(response, 500, { error: 'This could not be answered' });
    }
  }

  private async route(path: string, response: ServerResponse): Promise<void> {
    switch (path) {
      case '/health/live':
        return sendJson(response, 200, { live: true });
      case '/health/started': {
        const started = this.health !== undefined;
        return sendJson(response, started ? 200 : 503, { started });
      }
      case '/health/ready': {
        const ready = (await this.health?.isReady()) ?? false;
        return sendJson(response, ready ? 200 : 503, { ready });
      }
      case '/health/status': {
        const report = (await this.health?.report()) ?? NOT_STARTED;
        return sendJson(response, report.healthy ? 200 : 503, report);
      }
      case '/metrics': {
        const metrics = await register.metrics();
        response.writeHead(200, { 'content-type': register.contentType }).end(metrics);
        return;
      }
      default:
        sendJson(response, 404, { error: 'Not found' });
    }
  }
}

const NOT_STARTED = { healthy: false, checks: { start: 'down' } };

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
