/**
 * What every chain promises, whatever it consists of: each message of each method arrives at the other end as it was
 * sent, once, and each request gets its own answer back.
 */
import type { Channel } from '@acp-stack/rpc';
import type { AgentComponent } from '@acp-stack/sdk';
import { expect } from 'vitest';

import { RawEnd, type Fields, type RawComponent } from '../../../packages/conductor/src/raw-component.test-support.ts';
import type { Version } from '../../wire/surfaces.ts';
import type { ContractCase } from './contract-case.ts';

const info = { name: 'tester', version: '1.0.0' };

/** What a client and an agent of a version say first. */
export const greetings = {
  v1: {
    params: { protocolVersion: 1, clientInfo: info, clientCapabilities: {} },
    result: { protocolVersion: 1, agentInfo: info, agentCapabilities: {}, authMethods: [] },
  },
  v2: {
    params: { protocolVersion: 2, info, capabilities: {}, clientInfo: info, clientCapabilities: {} },
    result: { protocolVersion: 2, info, capabilities: { session: {} } },
  },
} as const satisfies Record<Version, object>;

/** Connects a client to a chain that ends with `agent`, and initializes everything. */
export async function connected(
  made: AgentComponent | { start(): Channel },
  agent: RawComponent<'agent'>,
  version: Version,
): Promise<readonly [client: RawEnd, agent: RawEnd]> {
  const { params, result } = greetings[version];
  agent.onStart = (end) => {
    end.onMessage(({ id, method }) => {
      if (method === 'initialize') end.channel.send({ jsonrpc: '2.0', id, result });
    });
  };
  const client = new RawEnd(made.start());
  client.channel.send({ jsonrpc: '2.0', id: 'start', method: 'initialize', params });
  expect(await client.until(({ id }) => id === 'start')).toMatchObject({
    result: { protocolVersion: params.protocolVersion },
  });
  return [client, agent.end];
}

/** Sends all cases at once, from both ends; resolves when everything has arrived. */
export async function exchange(client: RawEnd, agent: RawEnd, cases: readonly ContractCase[]): Promise<Outcome> {
  const outcome = new Outcome(cases);
  outcome.watch(client, agent);
  for (const { mark, method, from, params, ending } of cases) {
    const { channel } = from === 'client' ? client : agent;
    channel.send({ jsonrpc: '2.0', ...(ending === undefined ? {} : { id: mark }), method, params });
    if (ending === 'cancelled')
      channel.send({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: mark } });
  }
  await outcome.whole;
  return outcome;
}

export class Outcome {
  /** What arrived at the other end, by mark. */
  readonly arrived = new Map<number, Fields>();
  /** What was answered, by mark. */
  readonly answered = new Map<number, Fields>();
  /** Messages that nothing explains: repeated ones, or cancellations of nothing. */
  readonly strange: Fields[] = [];
  readonly whole: Promise<void>;
  readonly #cases: readonly ContractCase[];
  readonly #left: { arrivals: number; answers: number };
  #finish: () => void = () => undefined;

  constructor(cases: readonly ContractCase[]) {
    this.#cases = cases;
    this.#left = { arrivals: cases.length, answers: cases.filter(({ ending }) => ending !== undefined).length };
    this.whole = new Promise((resolve) => (this.#finish = resolve));
  }

  watch(...ends: readonly RawEnd[]): void {
    for (const end of ends) {
      /** The requests that wait for their cancellation, by their id on this connection. */
      const open = new Map<unknown, ContractCase>();
      end.onMessage((message) => {
        if (message['method'] === undefined) this.#note(this.answered, message['id'], message, 'answers');
        else if (message['method'] === '$/cancel_request') this.#cancel(end, open, message);
        else this.#arrive(end, open, message);
        if (this.#left.arrivals === 0 && this.#left.answers === 0) this.#finish();
      });
    }
  }

  #arrive(end: RawEnd, open: Map<unknown, ContractCase>, message: Fields): void {
    const { id, params } = message as { id: unknown; params: Fields };
    const { mark } = params['_meta'] as { readonly mark: number };
    const each = this.#cases[mark];
    if (each === undefined || !this.#note(this.arrived, each.mark, message, 'arrivals')) return;
    if (each.ending === 'cancelled') open.set(id, each);
    else if (each.ending !== undefined) end.channel.send({ jsonrpc: '2.0', id, ...each.answer });
  }

  #cancel(end: RawEnd, open: Map<unknown, ContractCase>, message: Fields): void {
    const { requestId } = message['params'] as { readonly requestId: unknown };
    const each = open.get(requestId);
    if (each === undefined || !open.delete(requestId)) this.strange.push(message);
    else end.channel.send({ jsonrpc: '2.0', id: requestId, ...each.answer });
  }

  #note(all: Map<number, Fields>, mark: unknown, message: Fields, count: 'arrivals' | 'answers'): boolean {
    if (all.has(mark as number)) {
      this.strange.push(message);
      return false;
    }
    all.set(mark as number, message);
    this.#left[count] -= 1;
    return true;
  }
}

/** Throws if anything was lost, changed, repeated or answered by another. */
export function expectWhole({ arrived, answered, strange }: Outcome, cases: readonly ContractCase[]): void {
  expect(strange).toEqual([]);
  const got = cases.map(({ mark }) => {
    const { id, ...message } = arrived.get(mark) ?? {};
    return { mark, message, isRequest: id !== undefined, answer: answered.get(mark) };
  });
  const wanted = cases.map(({ mark, method, params, ending, answer }) => ({
    mark,
    message: { jsonrpc: '2.0', method, params },
    isRequest: ending !== undefined,
    answer: ending === undefined ? undefined : { jsonrpc: '2.0', id: mark, ...answer },
  }));
  expect(got).toEqual(wanted);
}
