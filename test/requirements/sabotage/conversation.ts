/**
 * Passes whole conversations through a channel that breaks rules, and records what replaces each message and what is
 * sent back.
 */
import type { Channel, Receiver } from '@acp-stack/rpc';
import { VirtualClock } from '@acp-stack/testing';

import { breakRules } from './break-rules.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface Line {
  readonly name: string;
  readonly from: 'client' | 'agent';
  readonly message: unknown;
}

const line = (name: string, from: Line['from'], message: unknown): Line => ({
  name,
  from,
  message: Array.isArray(message) || typeof message !== 'object' ? message : { jsonrpc: '2.0', ...message },
});
export const client = (name: string, message: unknown): Line => line(name, 'client', message);
export const agent = (name: string, message: unknown): Line => line(name, 'agent', message);
export const update = (name: string, sessionUpdate: string, rest: object = {}): Line =>
  agent(name, { method: 'session/update', params: { sessionId: 's', update: { sessionUpdate, ...rest } } });

/** What happened to one message: what replaced it, and what was sent in the other direction because of it. */
export interface Crossing {
  readonly through: readonly unknown[];
  readonly back: readonly unknown[];
}

/** Passes a conversation through `breakRules` around the channel of one side. */
export async function cross(
  lines: readonly Line[],
  side: Line['from'],
  ruleIds: readonly string[],
): Promise<Map<string, Crossing>> {
  const sent: unknown[] = [];
  const received: unknown[] = [];
  const tray = trayChannel(sent);
  const wrapped = breakRules(tray.channel, ruleIds, { clock: new VirtualClock() });
  wrapped.open({ receive: (message) => void received.push(message), reject: () => undefined, ended: () => undefined });
  const crossings = new Map<string, Crossing>();
  for (const { name, from, message } of lines) {
    const frozen = deepFreeze(structuredClone(message));
    if (from === side) wrapped.send(frozen);
    else tray.receiver().receive(frozen);
    await Promise.resolve();
    const [out, into] = [sent.splice(0), received.splice(0)];
    crossings.set(name, from === side ? { through: out, back: into } : { through: into, back: out });
  }
  return crossings;
}

/** The simplest channel: sent messages are collected in a list, and the test delivers. */
function trayChannel(sent: unknown[]): { channel: Channel; receiver: () => Receiver } {
  const receivers: Receiver[] = [];
  const channel: Channel = {
    open: (receiver) => void receivers.push(receiver),
    send: (message) => sent.push(message) > 0,
    drained: () => Promise.resolve(),
    unsentBytes: 0,
    pause: () => undefined,
    resume: () => undefined,
    end: () => Promise.resolve(),
    destroy: () => void sent.push('torn down'),
  };
  return {
    channel,
    receiver: () => {
      const [receiver] = receivers;
      if (receiver === undefined) throw new Error('the channel is not open');
      return receiver;
    },
  };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) deepFreeze(each);
    Object.freeze(value);
  }
  return value;
}

/** What a row expects for one message: what replaces it, and what is sent back. Functions are given the message. */
export type Change = { readonly through?: unknown; readonly back?: unknown };

const applied = (given: unknown, message: unknown, otherwise: unknown): unknown => {
  if (given === undefined) return otherwise;
  return typeof given === 'function' ? (given as (message: unknown) => unknown)(message) : given;
};

/** The expected result for each message. */
export function expected(lines: readonly Line[], changes: Readonly<Record<string, Change>>): Map<string, Crossing> {
  return new Map(
    lines.map(({ name, message }) => {
      const { through, back } = changes[name] ?? {};
      const crossing = { through: applied(through, message, [message]), back: applied(back, message, []) };
      return [name, crossing as Crossing];
    }),
  );
}

/** The messages that change, or cause other messages, when a rule is broken around the channel of one side. */
export async function affected(lines: readonly Line[], side: Line['from'], id: string): Promise<string[]> {
  const whole = expected(lines, {});
  const crossings = await cross(lines, side, [id]);
  return [...crossings].flatMap(([name, crossing]) =>
    JSON.stringify(crossing) === JSON.stringify(whole.get(name)) ? [] : [name],
  );
}

export const messageOf = (lines: readonly Line[], name: string): unknown =>
  lines.find((each) => each.name === name)?.message;
