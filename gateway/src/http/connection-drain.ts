import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';

import { GATEWAY_SETTINGS, type GatewaySettings } from '../settings.js';

/** How long an open connection may send one more request, whose answer then closes the connection. */
const GRACE_MS = 1_000;
const POLL_MS = 50;

/**
 * Ends a gateway without cutting off a request. When the shutdown begins it is not ready any more and every answer says
 * `Connection: close`, but new connections are served for SHUTDOWN_DELAY_MS, until load balancers have noticed.
 * Afterwards idle connections are closed here: Node's `closeIdleConnections` misses connections without a request.
 */
@Injectable()
export class ConnectionDrain implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown {
  /** Open connections, each with the response to its last request. Responses of a connection end in order. */
  private readonly lastResponses = new Map<Socket, ServerResponse | undefined>();
  /** True from the shutdown on: new work should go elsewhere. */
  isDraining = false;

  constructor(
    private readonly host: HttpAdapterHost<FastifyAdapter>,
    @Inject(GATEWAY_SETTINGS) private readonly settings: Pick<GatewaySettings, 'SHUTDOWN_DELAY_MS'>,
  ) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance();
    fastify.addHook('onSend', (_request, reply, payload, done) => {
      if (this.isDraining) reply.header('connection', 'close');
      done(null, payload);
    });
    fastify.server.on('connection', (socket: Socket) => {
      this.lastResponses.set(socket, undefined);
      socket.once('close', () => this.lastResponses.delete(socket));
    });
    fastify.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      if (this.lastResponses.has(socket)) this.lastResponses.set(socket, response);
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.isDraining = true;
    await delay(this.settings.SHUTDOWN_DELAY_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    const deadline = performance.now() + GRACE_MS;
    while (performance.now() < deadline && this.lastResponses.size > 0) await delay(POLL_MS);
    this.closeIdle();
    const timer = setInterval(() => this.closeIdle(), POLL_MS).unref();
    this.host.httpAdapter.getInstance().server.once('close', () => clearInterval(timer));
  }

  private closeIdle(): void {
    for (const [socket, response] of this.lastResponses) {
      if (response === undefined || response.writableFinished) socket.destroy();
    }
  }
}
