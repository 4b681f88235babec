/**
 * Connections to a collector. Each takes one export, and lives no longer than that may take: a collector that answers
 * byte by byte is never silent for long, and would keep the command for ever.
 */
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { Agent as SecureAgent, type AgentOptions } from 'node:https';

import type { Terminal } from '../terminal/terminal.ts';
import type { Signal } from './collector-url.ts';

export interface CollectorConnectionOptions {
  readonly signal: Signal;
  readonly env: Terminal['env'];
  /** How long a connection may live. */
  readonly milliseconds: number;
  /** Called when a certificate cannot be read; the rest of a sentence. */
  readonly onFailure: (reason: string) => void;
}

/** Returns a function that makes what connects to the collector, by `http:` or `https:`. */
export function collectorConnections(options: CollectorConnectionOptions): (protocol: string) => Agent {
  return (protocol) => {
    const agent = protocol === 'https:' ? new SecureAgent(certificates(options)) : new Agent();
    limitLifetime(agent, options.milliseconds);
    return agent;
  };
}

/** What the variables of OpenTelemetry say about certificates. */
function certificates({ signal, env, onFailure }: CollectorConnectionOptions): AgentOptions {
  const read = (name: string): Buffer | undefined => {
    const variables = [`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_${name}`, `OTEL_EXPORTER_OTLP_${name}`];
    const variable = variables.find((each) => (env[each] ?? '') !== '');
    if (variable === undefined) return undefined;
    try {
      return readFileSync(env[variable] ?? '');
    } catch {
      onFailure(`the file that ${variable} names cannot be read`);
      return undefined;
    }
  };
  return { ca: read('CERTIFICATE'), cert: read('CLIENT_CERTIFICATE'), key: read('CLIENT_KEY') };
}

function limitLifetime(agent: Agent, milliseconds: number): void {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, done) => {
    const socket = connect(options, done);
    const timer = setTimeout(() => socket?.destroy(new Error('it has not answered in time')), milliseconds);
    socket?.once('close', () => {
      clearTimeout(timer);
    });
    return socket;
  };
}
