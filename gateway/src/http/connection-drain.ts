import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';

/** How long open connections may send one more request, whose answer then tells them to close. */
const GRACE_MS = 1_000;
const POLL_MS = 50;

/**
 * Closes keep-alive connections without cutting off a request: during the shutdown every answer says `Connection:
 * close`, and connections still idle after a moment are closed here. Node's own `closeIdleConnections` misses
 * connections that a client has opened and not used yet.
 */
@Injectable()
export class ConnectionDrain implements OnModuleInit, BeforeApplicationShutdown {
  /** Requests being answered on each open connection. */
  private readonly connections = new Map<Socket, number>();
  private draining = false;

  constructor(private readonly host: HttpAdapterHost<FastifyAdapter>) {}

  /** True from the shutdown on: new work should go elsewhere. */
  get isDraining(): boolean {
    return this.draining;
  }

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance();
    fastify.addHook('onSend', (_request, reply, payload, done) => {
      if (this.draining) reply.header('connection', 'close');
      done(null, payload);
    });
    this.watch(fastify.server);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.draining = true;
    const deadline = performance.now() + GRACE_MS;
    while (performance.now() < deadline && this.connections.size > 0) await delay(POLL_MS);
    this.closeIdle();
    const timer = setInterval(() => this.closeIdle(), POLL_MS).unref();
    this.host.httpAdapter.getInstance().server.once('close', () => clearInterval(timer));
  }

  private watch(server: Server): void {
    server.on('connection', (socket) => {
      this.connections.set(socket, 0);
      socket.once('close', () => this.connections.delete(socket));
    });
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.count(socket, 1);
      response.once('close', () => this.count(socket, -1));
    });
  }

  private count(socket: Socket, change: 1 | -1): void {
    const current = this.connections.get(socket);
    if (current !== undefined) this.connections.set(socket, current + change);
  }

  private closeIdle(): void {
    for (const [socket, requests] of this.connections) if (requests === 0) socket.destroy();
  }
}
