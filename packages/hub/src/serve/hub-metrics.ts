/** The numbers of a hub as metrics. */
import type { Metric } from '@acp-stack/http/server';

import type { Counter, Histogram, HubCounters } from '../observe/counters.ts';

/** What is counted when it is asked for. */
export interface HubGauges {
  /** Sessions that this node owns. */
  readonly liveSessions: number;
  /** Sessions that clients are attached to; each client counts. */
  readonly attachments: number;
  /** Running agents. */
  readonly agents: number;
}

/** The metrics of one node. */
export function hubMetrics(counters: HubCounters, gauges: HubGauges): readonly Metric[] {
  return [
    gauge('hub_sessions_live', 'Sessions that this node owns.', gauges.liveSessions),
    gauge('hub_attachments', 'Attachments of clients to sessions.', gauges.attachments),
    gauge('hub_agents', 'Running agents.', gauges.agents),
    total('hub_records_appended_total', 'Records stored in the logs of sessions.', counters.recordsAppended),
    total('hub_bytes_appended_total', 'Bytes of those records.', counters.bytesAppended),
    histogram(
      'hub_append_seconds',
      'Time from giving records to the store until they are stored.',
      counters.appendSeconds,
    ),
    byLabel('hub_items_total', 'Requests of clients that were stored, by method.', counters.items, 'method'),
    total('hub_takeovers_total', 'Sessions taken over from other nodes.', counters.takeovers),
    total('hub_fenced_total', 'Sessions lost to other nodes.', counters.fenced),
    total('hub_agent_restarts_total', 'Agents started again after they were lost.', counters.agentRestarts),
    byLabel('hub_refusals_total', 'Refused requests by reason.', counters.refusals, 'reason'),
    total('hub_feed_reads_total', 'Pages of records read from the store for clients.', counters.feedReads),
    total('hub_audit_dropped_total', 'Events of the audit log that were lost.', counters.auditDropped),
  ];
}

const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  type: 'gauge',
  help,
  samples: [{ value }],
});

const total = (name: string, help: string, counter: Counter): Metric => ({
  name,
  type: 'counter',
  help,
  samples: [{ value: counter.total }],
});

const byLabel = (name: string, help: string, counter: Counter, label: string): Metric => ({
  name,
  type: 'counter',
  help,
  samples: [...counter.values].map(([value, count]) => ({ value: count, labels: { [label]: value } })),
});

const histogram = (name: string, help: string, { bounds, cumulative, sum, count }: Histogram): Metric => ({
  name,
  type: 'histogram',
  help,
  samples: [
    ...bounds.map((bound, index) => ({
      suffix: '_bucket',
      labels: { le: String(bound) },
      value: cumulative[index] ?? 0,
    })),
    { suffix: '_bucket', labels: { le: '+Inf' }, value: count },
    { suffix: '_sum', value: sum },
    { suffix: '_count', value: count },
  ],
});
