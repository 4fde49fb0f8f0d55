import type { MicroserviceOptions } from '@nestjs/microservices';
import type { Observable } from 'rxjs';

export interface BenchClient {
  connect(): Promise<unknown>;
  send(pattern: string, data: unknown): Observable<unknown>;
}

/** What the module of a measured transport exports. */
export interface BenchAdapter {
  serverOptions(address: unknown): MicroserviceOptions | Promise<MicroserviceOptions>;
  createClient(address: unknown): BenchClient | Promise<BenchClient>;
}
