import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

import { listen } from '@studiolo/testing/listen';

/** A span as OpenTelemetry's collector would get it. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 2 is a server, 3 a client, 4 a producer, 5 a consumer. */
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
  /** The process that wrote it. */
  service: string;
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: ReceivedSpan['attributes'] };
    scopeSpans: { spans: Omit<ReceivedSpan, 'service'>[] }[];
  }[];
}

/** Takes traces as a collector does: OTLP over HTTP, as JSON. */
export async function startTraceReceiver() {
  const spans: ReceivedSpan[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      if (request.url === '/v1/traces') spans.push(...spansIn(body as ExportRequest));
      response.writeHead(request.url === '/v1/traces' ? 200 : 404).end('{}');
    });
  });
  return {
    spans,
    url: `http://${await listen(server)}`,
    /** The trace of the request that was answered with this id. */
    traceOf(requestId: string): ReceivedSpan[] {
      const root = spans.find((span) => attribute(span, 'studiolo.request_id') === requestId);
      return spans.filter(({ traceId }) => traceId === root?.traceId);
    },
    [Symbol.asyncDispose](): Promise<void> {
      server.closeAllConnections();
      return server[Symbol.asyncDispose]();
    },
  };
}

const spansIn = ({ resourceSpans }: ExportRequest): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const name = resource.attributes.find(({ key }) => key === 'service.name');
    const service = name?.value.stringValue ?? 'unknown';
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })));
  });

export function attribute(span: ReceivedSpan, name: string): string | number | undefined {
  const value = span.attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
}

/** The path from the root of a trace to each of its spans, such as `gateway POST /a > gateway send b`. */
export function pathsOf(trace: readonly ReceivedSpan[]): Set<string> {
  const byId = new Map(trace.map((span) => [span.spanId, span]));
  const pathTo = (span: ReceivedSpan): string => {
    const parent = byId.get(span.parentSpanId ?? '');
    const step = `${span.service} ${span.name.startsWith('pg.query') ? 'SQL' : span.name}`;
    return parent ? `${pathTo(parent)} > ${step}` : step;
  };
  return new Set(trace.map(pathTo));
}
