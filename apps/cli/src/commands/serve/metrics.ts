/** The counters of a server in the text form of Prometheus. */
import type { HttpCounters } from '@acp-stack/http/server';

interface Metric {
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly value: (numbers: Numbers) => number;
}

export interface Numbers extends HttpCounters {
  /** Agent processes that run. */
  readonly processes: number;
}

const metrics: readonly Metric[] = [
  { name: 'connections', type: 'gauge', help: 'Connections that are there now.', value: (n) => n.connections },
  { name: 'streams', type: 'gauge', help: 'Streams of events that somebody reads now.', value: (n) => n.streams },
  { name: 'web_sockets', type: 'gauge', help: 'WebSockets that are open now.', value: (n) => n.webSockets },
  { name: 'agent_processes', type: 'gauge', help: 'Agent processes that run now.', value: (n) => n.processes },
  {
    name: 'connections_opened_total',
    type: 'counter',
    help: 'Connections that were ever made.',
    value: (n) => n.connectionsOpened,
  },
  { name: 'messages_received_total', type: 'counter', help: 'Messages of clients.', value: (n) => n.messagesReceived },
  { name: 'messages_sent_total', type: 'counter', help: 'Messages to clients.', value: (n) => n.messagesSent },
  {
    name: 'resumed_total',
    type: 'counter',
    help: 'Streams and sockets that were taken up again.',
    value: (n) => n.resumed,
  },
  {
    name: 'history_lost_total',
    type: 'counter',
    help: 'Clients that came back too late.',
    value: (n) => n.historyLost,
  },
  {
    name: 'sockets_refused_total',
    type: 'counter',
    help: 'Sockets that were turned away because too many were open.',
    value: (n) => n.socketsRefused,
  },
  { name: 'cut_total', type: 'counter', help: 'Streams and sockets that were cut.', value: (n) => n.cut },
];

/** What `GET /metrics` is answered with. */
export function metricsText(numbers: Numbers): string {
  const lines = metrics.flatMap(({ name, type, help, value }) => [
    `# HELP acp_${name} ${help}`,
    `# TYPE acp_${name} ${type}`,
    `acp_${name} ${value(numbers)}`,
  ]);
  lines.push('# HELP acp_refused_total Refused requests by status.', '# TYPE acp_refused_total counter');
  for (const [status, count] of Object.entries(numbers.refused)) {
    lines.push(`acp_refused_total{status="${status}"} ${count}`);
  }
  return `${lines.join('\n')}\n`;
}
