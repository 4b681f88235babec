/** Numbers of a server in the Prometheus text format. */
import type { HttpCounters } from '../options/counters.ts';

/** One number, or one of several that differ in their labels. */
export interface MetricSample {
  /** The value. */
  readonly value: number;
  /** What distinguishes it from others of the same metric. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Follows the name, such as `_bucket`; none by default. */
  readonly suffix?: string;
}

/** A number that is monitored. */
export interface Metric {
  /** Its name; the text has it with the prefix `acp_`. */
  readonly name: string;
  /** Whether it goes up and down, only up, or counts values by size. */
  readonly type: 'gauge' | 'counter' | 'histogram';
  /** One sentence. */
  readonly help: string;
  /** Its values. */
  readonly samples: readonly MetricSample[];
}

/** The body of `GET /metrics`, of type `metricsType`. */
export function metricsText(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap(({ name, type, help, samples }) => [
    `# HELP acp_${name} ${help}`,
    `# TYPE acp_${name} ${type}`,
    ...samples.map(({ value, labels = {}, suffix = '' }) => `acp_${name}${suffix}${labelsText(labels)} ${value}`),
  ]);
  return `${lines.join('\n')}\n`;
}

/** The content type of `metricsText`. */
export const metricsType: string = 'text/plain; version=0.0.4; charset=utf-8';

/** The counters of a server as metrics. */
export function httpMetrics(counters: HttpCounters): readonly Metric[] {
  const numbers = described.map(({ name, type, help, field }): Metric => {
    return { name, type, help, samples: [{ value: counters[field] }] };
  });
  const refused = Object.entries(counters.refused).map(([status, value]) => ({ value, labels: { status } }));
  return [
    ...numbers,
    { name: 'refused_total', type: 'counter', help: 'Refused requests by status.', samples: refused },
  ];
}

interface Described extends Pick<Metric, 'name' | 'type' | 'help'> {
  readonly field: Exclude<keyof HttpCounters, 'refused'>;
}

const described: readonly Described[] = [
  { name: 'connections', type: 'gauge', help: 'Open connections.', field: 'connections' },
  { name: 'streams', type: 'gauge', help: 'Event streams with a reader.', field: 'streams' },
  { name: 'web_sockets', type: 'gauge', help: 'Open WebSockets.', field: 'webSockets' },
  { name: 'connections_opened_total', type: 'counter', help: 'Connections opened.', field: 'connectionsOpened' },
  {
    name: 'messages_received_total',
    type: 'counter',
    help: 'Messages received from clients.',
    field: 'messagesReceived',
  },
  { name: 'messages_sent_total', type: 'counter', help: 'Messages sent to clients.', field: 'messagesSent' },
  { name: 'resumed_total', type: 'counter', help: 'Streams and sockets resumed.', field: 'resumed' },
  {
    name: 'history_lost_total',
    type: 'counter',
    help: 'Clients that reconnected too late to resume.',
    field: 'historyLost',
  },
  {
    name: 'sockets_refused_total',
    type: 'counter',
    help: 'Sockets refused because too many were open.',
    field: 'socketsRefused',
  },
  { name: 'cut_total', type: 'counter', help: 'Streams and sockets closed by a limit.', field: 'cut' },
];

function labelsText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (value: string): string =>
  value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);
