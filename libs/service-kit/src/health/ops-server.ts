import { createServer, type Server, type ServerResponse } from 'node:http';

import type { HealthReport } from '@studiolo/contracts';

import { metricsRegistry } from '../metrics/metrics.js';

/**
 * A port of its own for operators: `/health/live`, `/health/ready` and `/metrics`. It opens before
 * the process connects to anything, so that "alive but waiting" can be seen from outside.
 */
export class OpsServer {
  private readiness: () => Promise<HealthReport> = () =>
    Promise.resolve({ ready: false, checks: { start: 'down' } });

  private constructor(private readonly server: Server) {}

  /** Opens the port; 0 takes a free one. */
  static async listen(port: number): Promise<OpsServer> {
    const server = createServer();
    const ops = new OpsServer(server);
    server.on('request', (request, response) => void ops.answer(request.url ?? '/', response));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, resolve);
    });
    return ops;
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
    if (url === '/health/live') return sendJson(response, 200, { live: true });
    if (url === '/metrics') {
      response.writeHead(200, { 'content-type': metricsRegistry.contentType });
      response.end(await metricsRegistry.metrics());
      return;
    }
    if (url !== '/health/ready') return sendJson(response, 404, { error: 'Not found' });
    const report = await this.readiness();
    sendJson(response, report.ready ? 200 : 503, report);
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
