/** The counters of a server in the Prometheus text format. */
import type { HttpCounters } from '@acp-stack/http/server';

interface Metric {
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly value: (numbers: Numbers) => number;
}

export interface Numbers extends HttpCounters {
  /** The number of running agent processes. */
  readonly processes: number;
}

const metrics: readonly Metric[] = [
  { name: 'connections', type: 'gauge', help: 'Open connections.', value: (n) => n.connections },
  { name: 'streams', type: 'gauge', help: 'Event streams with a reader.', value: (n) => n.streams },
  { name: 'web_sockets', type: 'gauge', help: 'Open WebSockets.', value: (n) => n.webSockets },
  { name: 'agent_processes', type: 'gauge', help: 'Running agent processes.', value: (n) => n.processes },
  {
    name: 'connections_opened_total',
    type: 'counter',
    help: 'Connections opened.',
    value: (n) => n.connectionsOpened,
  },
  {
    name: 'messages_received_total',
    type: 'counter',
    help: 'Messages received from clients.',
    value: (n) => n.messagesReceived,
  },
  { name: 'messages_sent_total', type: 'counter', help: 'Messages sent to clients.', value: (n) => n.messagesSent },
  {
    name: 'resumed_total',
    type: 'counter',
    help: 'Streams and sockets resumed.',
    value: (n) => n.resumed,
  },
  {
    name: 'history_lost_total',
    type: 'counter',
    help: 'Clients that reconnected too late to resume.',
    value: (n) => n.historyLost,
  },
  {
    name: 'sockets_refused_total',
    type: 'counter',
    help: 'Sockets refused because too many were open.',
    value: (n) => n.socketsRefused,
  },
  { name: 'cut_total', type: 'counter', help: 'Streams and sockets closed by a limit.', value: (n) => n.cut },
];

/** The body of `GET /metrics`. */
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
