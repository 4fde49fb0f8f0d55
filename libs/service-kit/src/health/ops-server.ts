import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Logger } from '@nestjs/common';
import type { HealthReport } from '@studiolo/contracts';

import { metricsRegistry } from '../metrics/metrics.js';

/**
 * A port of its own for operators: `/health/live`, `/health/ready` and `/metrics`. It opens before
 * the process connects to anything, so that "alive but waiting" can be seen from outside.
 */
export class OpsServer {
  private readonly logger = new Logger(OpsServer.name);
  private readiness: () => Promise<HealthReport> = () =>
    Promise.resolve({ ready: false, checks: { start: 'down' } });

  private constructor(private readonly server: Server) {}

  /** Opens the port; 0 takes a free one. */
  static async listen(port: number): Promise<OpsServer> {
    const server = createServer();
    const ops = new OpsServer(server);
    server.on('request', (request, response) => void ops.answer(request.url ?? '/', response));
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) =>
        reject(new Error(`OPS_PORT ${port} cannot be opened`, { cause: error })),
      );
      server.listen(port, resolve);
    });
    return ops;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** From now on `/health/ready` asks this. */
  answerReadinessWith(readiness: () => Promise<HealthReport>): void {
    this.readiness = readiness;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(url: string, response: ServerResponse): Promise<void> {
    try {
      await this.route(url.split('?')[0] ?? '/', response);
    } catch (error) {
      this.logger.error({ err: error }, `${url} could not be answered`);
      sendJson(response, 500, { error: 'This could not be answered' });
    }
  }

  private async route(path: string, response: ServerResponse): Promise<void> {
    if (path === '/health/live') return sendJson(response, 200, { live: true });
    if (path === '/health/ready') {
      const report = await this.readiness();
      return sendJson(response, report.ready ? 200 : 503, report);
    }
    if (path !== '/metrics') return sendJson(response, 404, { error: 'Not found' });
    const metrics = await metricsRegistry.metrics();
    response.writeHead(200, { 'content-type': metricsRegistry.contentType }).end(metrics);
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
