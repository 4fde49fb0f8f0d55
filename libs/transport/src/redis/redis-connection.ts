import { EventEmitter, once } from 'node:events';

import { Logger } from '@nestjs/common';
import { Redis, type RedisOptions } from 'ioredis';

import type { ConnectionOptions } from './connection-options.js';
import { redisOptions } from './redis-address.js';
import { isMisdirected, isRedisRefusal } from './reply-error.js';
import { refuseCluster } from './server-checks.js';

export interface ConnectionSettings extends Pick<ConnectionOptions, 'redisUrl' | 'redisCa'> {
  /** In a Redis Cluster, the connection is to the primary that has this key. Default: to any primary. */
  readonly key?: string | undefined;
  /** Names the connection in log lines. */
  readonly label: string;
  /** Options of ioredis for a connection that queues or repeats commands. Default: it does neither. */
  readonly options?: RedisOptions;
}

export interface ConnectionHooks {
  /** Runs on every new connection before it counts as usable. */
  prepare?(redis: Redis): Promise<unknown>;
  /** A cheap round trip; a connection that stops answering it is replaced. */
  probe(redis: Redis): Promise<unknown>;
  /** Called each time the connection becomes usable. */
  connected?(): void;
  /** Called each time a usable connection is lost. */
  disconnected?(): void;
}

const CONNECT_TIMEOUT_MS = 2_000;
const MAX_RECONNECT_DELAY_MS = 500;
const CHECK_INTERVAL_MS = 500;
/** Checks without an answer after which a connection is taken for dead (about 2 s). */
const SILENT_CHECKS = 4;

/**
 * One connection to Redis that is either usable or fails its commands at once.
 *
 * By default it queues nothing while Redis cannot be reached and sends nothing again by itself: only the sender of a
 * command knows whether repeating it is safe.
 */
export class RedisConnection {
  readonly redis: Redis;
  /** Redis' number for this connection. */
  clientId: number | undefined;
  private readonly logger = new Logger(RedisConnection.name);
  /** Any number of calls may wait for an outage to end. */
  private readonly events = new EventEmitter().setMaxListeners(0);
  private prepared = false;
  private closed = false;
  private reportedLoss = false;
  private timer: NodeJS.Timeout | undefined;
  private silentChecks = 0;
  private probing = false;

  constructor(
    private readonly settings: ConnectionSettings,
    private readonly hooks: ConnectionHooks,
  ) {
    this.redis = new Redis({
      ...redisOptions(settings.redisUrl, settings.redisCa, settings.key),
      lazyConnect: true,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: CONNECT_TIMEOUT_MS,
      // A half-open socket never confirms its end, and a closed one would leave the timer.
      disconnectTimeout: 0,
      disableClientInfo: true,
      autoResubscribe: false,
      retryStrategy: (attempt) => Math.min(25 * 2 ** Math.min(attempt, 10), MAX_RECONNECT_DELAY_MS),
      reconnectOnError: isMisdirected,
      ...settings.options,
    });
    this.redis.on('ready', () => void this.whenConnected());
    this.redis.on('close', () => this.whenLost());
    this.redis.on('error', (error) => this.reportLoss(error));
    // By `close`, or by another owner of `redis`.
    this.redis.on('end', () => clearInterval(this.timer));
  }

  get isReady(): boolean {
    return this.prepared && this.redis.status === 'ready';
  }

  /** Starts connecting and keeps trying, however long Redis cannot be reached; never rejects. */
  start(): void {
    if (this.closed || this.redis.status !== 'wait') return;
    this.timer = setInterval(() => this.checkSilence(), CHECK_INTERVAL_MS).unref();
    this.redis.connect().catch(() => undefined);
  }

  /** Resolves once the connection is usable, or has been closed. */
  async whenReady(): Promise<void> {
    if (!this.isReady && !this.closed) await once(this.events, 'settled');
  }

  /** Ends the connection and makes a new one. */
  replace(reason: string): void {
    this.redis.stream?.destroy(new Error(reason));
  }

  /** Ends the connection and makes no new one. */
  close(): void {
    this.closed = true;
    this.prepared = false;
    clearInterval(this.timer);
    this.redis.disconnect();
    this.events.emit('settled');
  }

  private async whenConnected(): Promise<void> {
    const { stream } = this.redis;
    try {
      [this.clientId] = await Promise.all([this.redis.client('ID'), this.refuseUnnamedCluster()]);
      await this.hooks.prepare?.(this.redis);
    } catch (error) {
      if (stream === this.redis.stream)
        this.replace(`it could not be prepared: ${(error as Error).message}`);
      return;
    }
    if (this.closed || stream !== this.redis.stream || this.redis.status !== 'ready') return;
    this.prepared = true;
    if (this.reportedLoss) this.logger.log(`${this.settings.label}: Redis can be used again`);
    this.reportedLoss = false;
    this.hooks.connected?.();
    this.events.emit('settled');
  }

  private async refuseUnnamedCluster(): Promise<void> {
    if (!this.redis.options.Connector) await refuseCluster(this.redis);
  }

  private whenLost(): void {
    const wasUsable = this.prepared;
    this.prepared = false;
    // A new connection is not blamed for the silence of the last one.
    this.silentChecks = 0;
    if (this.closed || !wasUsable) return;
    if (this.redis.status !== 'end') this.reportLoss(new Error('connection lost'));
    this.hooks.disconnected?.();
  }

  /** One line per outage, not one per attempt. */
  private reportLoss(error: Error): void {
    if (this.reportedLoss || this.closed) return;
    this.reportedLoss = true;
    const { label } = this.settings;
    this.logger.warn(`${label}: Redis cannot be reached (${error.message}); retrying`);
  }

  /**
   * Replaces a connection that no longer answers although its socket is open. It counts silence in checks, not in wall
   * time, so a process that was itself stopped does not blame the connection.
   */
  private checkSilence(): void {
    if (!['connect', 'ready'].includes(this.redis.status)) return;
    this.silentChecks += 1;
    if (this.silentChecks > SILENT_CHECKS) this.replace('Redis stopped answering');
    else if (this.isReady && !this.probing) void this.probe();
  }

  private async probe(): Promise<void> {
    this.probing = true;
    try {
      await this.hooks.probe(this.redis);
      this.silentChecks = 0;
    } catch (error) {
      // Redis may refuse what it is asked. A command that has ended by its own time limit was not answered.
      if (isRedisRefusal(error)) this.silentChecks = 0;
    }
    this.probing = false;
  }
}
