/** A collector of OpenTelemetry in this process: it keeps what it is sent by OTLP over HTTP, as JSON. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface SentData {
  readonly path: string;
  readonly type: string | undefined;
  readonly body: string;
}

/** A span as it was sent. */
export interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly SentAttribute[];
  /** The name of the service that has sent it. */
  readonly service: string;
}

/** A metric as it was sent. */
interface SentMetric {
  readonly name: string;
  readonly service: string;
}

interface SentAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Resource {
  readonly resource: { readonly attributes: readonly SentAttribute[] };
}

export interface TraceCollector extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly SentData[];
  readonly spans: readonly SentSpan[];
  readonly metrics: readonly SentMetric[];
}

/** Starts a collector that answers with `status`. */
export async function traceCollector(status = 200): Promise<TraceCollector> {
  const requests: SentData[] = [];
  const take = async (request: IncomingMessage): Promise<void> => {
    const { url: path = '', headers } = request;
    requests.push({ path, type: headers['content-type'], body: await text(request) });
  };
  const server = createServer((request, response) => {
    void take(request).then(() => response.writeHead(status, { 'content-type': 'application/json' }).end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sent = <T>(key: string): T[] =>
    requests.flatMap(({ body }) => (JSON.parse(body) as Readonly<Record<string, T[]>>)[key] ?? []);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get spans() {
      return sent<Resource & { readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[] }>(
        'resourceSpans',
      ).flatMap(({ resource, scopeSpans }) =>
        scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service: serviceOf(resource) }))),
      );
    },
    get metrics() {
      return sent<Resource & { readonly scopeMetrics: readonly { readonly metrics: readonly SentMetric[] }[] }>(
        'resourceMetrics',
      ).flatMap(({ resource, scopeMetrics }) =>
        scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => ({ name, service: serviceOf(resource) }))),
      );
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const serviceOf = ({ attributes }: Resource['resource']): string =>
  String(attributes.find(({ key }) => key === 'service.name')?.value['stringValue']);

/** The spans as `service:name(child, child)`, in the order of the alphabet: their clocks may differ a little. */
export function spanTree(spans: readonly SentSpan[]): string {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const below = (parent: string | undefined): string =>
    spans
      .filter(({ parentSpanId = '' }) => (ids.has(parentSpanId) ? parentSpanId : undefined) === parent)
      .map(({ service, name, spanId }) => {
        const inner = below(spanId);
        return `${service}:${name}${inner === '' ? '' : `(${inner})`}`;
      })
      .toSorted()
      .join(', ');
  return below(undefined);
}
