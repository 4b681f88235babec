/**
 * `tee`: records every message that passes its place in a chain, in the trace format of `acp`.
 *
 * It sees what the client and the agent would see without a chain: no envelopes, and each message once, with the id
 * that it has here. A record that cannot be written, because the disk is full for instance, is counted, and `warn` is
 * called once; the chain goes on. Nothing is buffered: a record is written before its message travels on.
 */
import { wrapChannel, type Channel } from '@acp-stack/rpc';
import { proxy, type ProxyComponent } from '@acp-stack/sdk';

import { infoOf } from './per-connection.ts';
import { callable, readSettings, type Settings } from './settings.ts';
import { TraceLines, type TraceSide } from './trace-lines.ts';

/** Where the records go. */
export interface TeeOptions {
  /** Writes one line, to which it adds the line end; throws if it cannot. `appendingFile` writes to a file. */
  readonly write: (line: string) => void;
  /** Called once, with a sentence, if records are missing. */
  readonly warn?: (problem: string) => void;
  /** Milliseconds since 1970; the clock of the system when absent. */
  readonly epochTime?: () => number;
  /** Milliseconds that never go back; the clock of the system when absent. */
  readonly now?: () => number;
}

type Fields = Readonly<Record<string, unknown>>;

const settings: Settings<TeeOptions> = {
  write: callable(),
  warn: callable(),
  epochTime: callable(),
  now: callable(),
};

/** Records every message that passes; throws a `TypeError` if an option is wrong. */
export function tee(options: TeeOptions): ProxyComponent {
  const lines = new TraceLines(readSettings('tee', options, { settings, required: ['write'] }));
  // Without handlers it passes everything on as it is, in either version.
  const passing = proxy(infoOf('tee'));
  return {
    name: 'tee',
    role: 'proxy',
    mayBypass: true,
    start: (startOptions) => recorded(passing.start(startOptions), lines),
  };
}

/** Wraps the channel to a proxy that passes everything on, and records what passes. */
function recorded(channel: Channel, lines: TraceLines): Channel {
  const connection = lines.connect();
  /** Which side sent each request that has no response yet, by the id of the request. */
  const waiting = new Map<unknown, TraceSide>();
  return wrapChannel(channel, {
    // To the proxy: the messages of both sides.
    send: (message, text) => {
      if (isFields(message) && message['method'] === undefined) return channel.send(message, text);
      const { from, plain } = asItWasSent(message, waiting);
      if (isFields(plain) && plain['id'] !== undefined) waiting.set(plain['id'], from);
      connection.frame(from, plain === message ? (text ?? plain) : plain);
      return channel.send(message, text);
    },
    // From the proxy: the responses to them, and the same messages again.
    receive: (message, text, receiver) => {
      const id = isFields(message) && message['method'] === undefined ? message['id'] : undefined;
      const asked = waiting.get(id);
      if (asked !== undefined || Array.isArray(message)) {
        waiting.delete(id);
        connection.frame(asked === 'Agent' ? 'Client' : 'Agent', text ?? message);
      }
      receiver.receive(message, text);
    },
    ended: (error, receiver) => {
      connection.end(error);
      receiver.ended(error);
    },
    end: () => {
      connection.end(undefined);
    },
    destroy: (error) => {
      connection.end(error);
    },
  });
}

/** A message without its envelope, and the side that sent it. */
function asItWasSent(
  message: unknown,
  waiting: ReadonlyMap<unknown, TraceSide>,
): { readonly from: TraceSide; readonly plain: unknown } {
  if (!isFields(message)) return { from: 'Client', plain: message };
  const { method, params, ...rest } = message;
  if (method === '$/cancel_request' && isFields(params))
    return { from: waiting.get(params['requestId']) ?? 'Client', plain: message };
  const name = String(method).replace(/^_(?=proxy\/)/u, '');
  if (name === 'proxy/initialize') return { from: 'Client', plain: { ...message, method: 'initialize' } };
  if (name !== 'proxy/successor' || !isFields(params)) return { from: 'Client', plain: message };
  const inner = params['params'] === undefined || params['params'] === null ? {} : { params: params['params'] };
  return { from: 'Agent', plain: { ...rest, method: params['method'], ...inner } };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
