import type { ClientProxy, MicroserviceOptions } from '@nestjs/microservices';

export type ConformanceClient = Pick<ClientProxy, 'send' | 'emit'> & {
  connect(): Promise<unknown>;
  close(): unknown;
};

/** What the adapter module of a transport exports. Replicas import it in processes of their own. */
export interface Adapter {
  /** Options of one replica of the service `conformance`. */
  serverOptions(address: unknown): MicroserviceOptions | Promise<MicroserviceOptions>;
  /** A client of that service; the event `conformance.happened` goes to it, too. */
  createClient(address: unknown): ConformanceClient | Promise<ConformanceClient>;
  /** What to emit for an event of an order key. Without it this is not checked. */
  ordered?(data: unknown, key: string): unknown;
  /** Sends a request as somebody does who reaches the broker and knows no key. Without it this is not checked. */
  forge?(address: unknown, pattern: string, data: unknown): Promise<void>;
}

export interface ConformanceOptions {
  /** Address of the adapter module. */
  readonly adapter: URL;
  /** Where the broker is: any JSON value, which the adapter's functions are given. */
  readonly address: unknown;
  /** Kills the broker and starts it again, with its data or empty. Without it restarts are not checked. */
  readonly restartBroker?: (keepData: boolean) => Promise<void>;
  /** The properties to check. Default: all. */
  readonly only?: readonly string[];
  /** Milliseconds after which what has not happened counts as never. Default: 15,000. */
  readonly withinMs?: number;
  /** Arguments of Node for the replicas, such as a loader for TypeScript. Default: those of this process. */
  readonly execArgv?: readonly string[];
}

/** What a replica tells of each run, with times in epoch milliseconds. */
export interface RunNotice {
  readonly id: string;
  readonly at: number;
  readonly isOver: boolean;
}

/** The data of each message. */
export interface Work {
  readonly id: string;
  /** Milliseconds the handler takes. Default: 0. */
  readonly takesMs?: number;
  /** How often the handler fails before it succeeds. Default: 0. */
  readonly failures?: number;
}

export const REQUEST = 'conformance.work';
/** A request that is never answered. */
export const ENDLESS_REQUEST = 'conformance.wait';
export const EVENT = 'conformance.happened';
