import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';

import { FastifyAdapter } from '@nestjs/platform-fastify';
import { MIB, PATH_PARAMETER_MAX_LENGTH } from '@studiolo/contracts';
import { AppError, withRequestContext } from '@studiolo/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';

import { sendError } from './errors/error-answer.js';
import { toAppError } from './errors/to-app-error.js';
import { watchBodyPace } from './http/body-pace.js';
import { refuseUnreadable, watchAnswers } from './http/client-error.js';
import { drainUnreadBodies } from './http/drain-body.js';
import { acceptJsonBodies } from './http/json-body.js';
import { observe, observeRequests } from './http/observe-requests.js';
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
const REQUEST_ID = 'x-request-id';

function refuseSchema(): never {
  throw new Error('Calls are checked by zod: no route has a schema of Fastify');
}
/** Without these, Fastify loads its own compilers for JSON schemas, Ajv among them, which nothing uses. */
const NO_SCHEMAS = { buildValidator: refuseSchema, buildSerializer: refuseSchema };

/** Fastify configured for the gateway: limits, time-outs, request ids, headers and the JSON reader. */
export function createAdapter(settings: GatewaySettings) {
  const { TRUST_PROXY, CONNECTIONS_PER_ADDRESS } = settings;
  const { STRICT_TRANSPORT_SECURITY, OTEL_EXPORTER_OTLP_ENDPOINT } = settings;
  const adapter = new FastifyAdapter({
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
      // Node would refuse a request without a Host by an answer that has no body.
      requireHostHeader: false,
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
    requestIdHeader: REQUEST_ID,
    clientErrorHandler: refuseUnreadable,
    // The router answers a malformed or over-long URL before any hook runs.
    frameworkErrors: ((error: Error, request: FastifyRequest, reply: FastifyReply) => {
      observe(request, reply);
      sendError(request, reply, toAppError(error));
    }) as NonNullable<FastifyServerOptions['frameworkErrors']>,
    multipart: false,
    skipMiddie: true,
    schemaController: { compilersFactory: NO_SCHEMAS },
  });
  const server = adapter.getInstance();
  addHooks(server);
  if (OTEL_EXPORTER_OTLP_ENDPOINT) traceRequests(server);
  const httpServer = adapter.getHttpServer<Server>();
  markAnswers(httpServer, STRICT_TRANSPORT_SECURITY);
  watchAnswers(httpServer);
  // An expectation other than 100-continue may be ignored (RFC 9110, 10.1.1).
  httpServer.on('checkExpectation', (...exchange) => httpServer.emit('request', ...exchange));
  // Every request that a client pipelines listens for the end of the connection.
  httpServer.on('connection', (socket) => socket.setMaxListeners(0));
  limitConnections(httpServer, TRUST_PROXY > 0 ? 0 : CONNECTIONS_PER_ADDRESS);
  return adapter;
}

/** Gives every answer its headers before Fastify gets the request, since a plugin or the router may answer it at once. */
function markAnswers(server: Server, strictTransportSecurity: string): void {
  const headers = new Map(Object.entries(SECURITY_HEADERS));
  headers.set('strict-transport-security', strictTransportSecurity);
  server.prependListener('request', (request, response) => {
    const id = randomUUID();
    // Replaces an id from the client, since ids are written to our logs.
    request.headers[REQUEST_ID] = id;
    response.setHeaders(headers).setHeader(REQUEST_ID, id);
  });
}

function addHooks(server: FastifyInstance): void {
  server.decorateRequest('session', null);
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    const isIncomplete = raw.headers.host === undefined && raw.httpVersion === '1.1';
    done(
      isIncomplete ? new AppError('INVALID_REQUEST', { reason: 'The Host is missing' }) : undefined,
    );
  });
  refuseOtherMethods(server);
  acceptJsonBodies(server);
  // The upload reads its form itself (`upload/form-parts.ts`).
  server.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
  watchBodyPace(server);
  drainUnreadBodies(server);
  observeRequests(server);
  // After the body was read: its stream's events do not keep the context of an earlier hook.
  server.addHook('preValidation', (request, _reply, done) => {
    withRequestContext({ requestId: request.id, client: request.ip }, done);
  });
}
