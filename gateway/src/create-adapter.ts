import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';

import { FastifyAdapter } from '@nestjs/platform-fastify';
import { MIB, PATH_PARAMETER_MAX_LENGTH } from '@studiolo/contracts';
import { withRequestContext } from '@studiolo/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';

import { sendError } from './errors/error-answer.js';
import { toAppError } from './errors/to-app-error.js';
import { watchBodyPace } from './http/body-pace.js';
import { refuseUnreadable } from './http/client-error.js';
import { drainUnreadBodies } from './http/drain-body.js';
import { acceptJsonBodies } from './http/json-body.js';
import { observeRequests } from './http/observe-requests.js';
import { refuseOtherMethods } from './http/other-methods.js';
import { traceRequests } from './http/request-trace.js';
import { SECURITY_HEADERS } from './http/security-headers.js';
import { limitConnections } from './rate-limits/connection-limit.js';
import type { GatewaySettings } from './settings.js';

const JSON_BODY_LIMIT_BYTES = MIB;
const HEADERS_TIMEOUT_MS = 30_000;
/** Common load balancers close an idle connection after 60 s; they must do so before the gateway does. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** Longest silence of a connection during a request, including a client that does not read its answer. */
const IDLE_TIMEOUT_MS = 60_000;
const TIMEOUT_CHECK_INTERVAL_MS = 2_000;

/** Fastify configured for the gateway: limits, time-outs, request ids, headers and the JSON reader. */
export function createAdapter(settings: GatewaySettings) {
  const { TRUST_PROXY, CONNECTIONS_PER_ADDRESS } = settings;
  const { STRICT_TRANSPORT_SECURITY, OTEL_EXPORTER_OTLP_ENDPOINT } = settings;
  const securityHeaders = new Map(Object.entries(SECURITY_HEADERS));
  securityHeaders.set('strict-transport-security', STRICT_TRANSPORT_SECURITY);
  /** On Node's response, so that every answer has these headers, also one of a plugin or of the router. */
  const markAnswer = (request: FastifyRequest, { raw }: FastifyReply) =>
    raw.setHeaders(securityHeaders).setHeader('x-request-id', request.id);
  const adapter = new FastifyAdapter({
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
    },
    // A body has the time that its pace allows.
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionTimeout: IDLE_TIMEOUT_MS,
    bodyLimit: JSON_BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: PATH_PARAMETER_MAX_LENGTH },
    // The client's address is the header entry written by the outermost trusted proxy.
    trustProxy: (_address, hop) => hop < TRUST_PROXY,
    // Requests that arrive on open connections during the shutdown are still answered.
    return503OnClosing: false,
    // Request ids from clients are ignored, since ids are written to our logs.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    clientErrorHandler: refuseUnreadable,
    // The router answers a malformed or over-long URL before any hook runs.
    frameworkErrors: ((error: Error, request: FastifyRequest, reply: FastifyReply) => {
      markAnswer(request, reply);
      sendError(request, reply, toAppError(error));
    }) as NonNullable<FastifyServerOptions['frameworkErrors']>,
    multipart: false,
    skipMiddie: true,
  });
  const server = adapter.getInstance();
  server.addHook('onRequest', (request, reply, done) => {
    markAnswer(request, reply);
    done();
  });
  addHooks(server);
  if (OTEL_EXPORTER_OTLP_ENDPOINT) traceRequests(server);
  // Every request that a client pipelines listens for the end of the connection.
  adapter.getHttpServer().on('connection', (socket: Socket) => socket.setMaxListeners(0));
  limitConnections(adapter.getHttpServer(), TRUST_PROXY > 0 ? 0 : CONNECTIONS_PER_ADDRESS);
  return adapter;
}

function addHooks(server: FastifyInstance): void {
  server.decorateRequest('session', null);
  refuseOtherMethods(server);
  acceptJsonBodies(server);
  watchBodyPace(server);
  drainUnreadBodies(server);
  observeRequests(server);
  // After the body was read: its stream's events do not keep the context of an earlier hook.
  server.addHook('preValidation', (request, _reply, done) => {
    withRequestContext({ requestId: request.id, client: request.ip }, done);
  });
}
