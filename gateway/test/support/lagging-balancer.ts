import { once } from 'node:events';
import { Agent, createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const CHECK_INTERVAL_MS = 100;

/** A load balancer that takes turns, repeats no request, and acts on a readiness check only some time after it. */
export class LaggingBalancer {
  private readonly out = new Set<string>();
  private readonly agent = new Agent({ keepAlive: true });
  private readonly timer: NodeJS.Timeout;
  private turn = 0;

  private constructor(
    private readonly server: Server,
    private readonly targets: readonly string[],
    private readonly lagMs: number,
  ) {
    this.timer = setInterval(() => void this.check(), CHECK_INTERVAL_MS);
    server.on('request', (request, response) => {
      const ready = targets.filter((target) => !this.out.has(target));
      const target = ready[(this.turn += 1) % ready.length] ?? '';
      const { url = '', method, headers } = request;
      httpRequest(target + url, { method, headers, agent: this.agent }, (answer) => {
        response.writeHead(answer.statusCode ?? 502);
        answer.pipe(response);
      })
        .on('error', () => response.writeHead(502).end())
        .end();
    });
  }

  static async start(targets: readonly string[], lagMs: number): Promise<LaggingBalancer> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new LaggingBalancer(server, targets, lagMs);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    clearInterval(this.timer);
    this.agent.destroy();
    this.server.close();
    this.server.closeAllConnections();
  }

  private async check(): Promise<void> {
    for (const target of this.targets) {
      const isReady = await fetch(`${target}/health/ready`)
        .then(({ ok }) => ok)
        .catch(() => false);
      if (!isReady) setTimeout(() => this.out.add(target), this.lagMs);
    }
  }
}
