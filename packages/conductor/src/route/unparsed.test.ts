/** Messages that pass through a chain of processes: the text that arrived is passed on, and is not parsed. */
import { lineChannel, type Channel } from '@acp-stack/rpc';
import type { Component } from '@acp-stack/sdk';
import { bytePipe, settled } from '@acp-stack/testing';
import { describe, expect, test, vi } from 'vitest';

import { chain } from '../chain/chain.ts';
import { wrapHandler } from '../chain/wrap-handler.ts';
import type { ChainEvent } from '../observe/chain-event.ts';
import { initializeParams, initializeResult } from '../raw-component.test-support.ts';

/** The end of a connection that reads and writes lines, as a program does. */
class LineEnd {
  lines: string[] = [];
  onLine: (line: string) => void = () => undefined;
  readonly #pipe: ReturnType<typeof bytePipe>[0];

  constructor(pipe: ReturnType<typeof bytePipe>[0]) {
    this.#pipe = pipe;
    let rest = '';
    const decoder = new TextDecoder();
    pipe.source.start(
      (chunk) => {
        const whole = (rest + decoder.decode(chunk, { stream: true })).split('\n');
        rest = whole.pop() ?? '';
        for (const line of whole) {
          this.lines.push(line);
          this.onLine(line);
        }
      },
      () => undefined,
    );
  }

  write(line: string): void {
    this.#pipe.sink.write(`${line}\n`, () => undefined);
  }

  /** Writes lines and returns once everything has been passed on. */
  async say(...words: readonly string[]): Promise<void> {
    for (const line of words) this.write(line);
    await settled();
  }

  get last(): string {
    return this.lines.at(-1) ?? '';
  }
}

function lines(): { readonly channel: Channel; readonly end: LineEnd } {
  const [ours, theirs] = bytePipe();
  return { channel: lineChannel(ours.source, ours.sink, { messageBytes: 2000 }), end: new LineEnd(theirs) };
}

/** A component that reads and writes lines. */
function program<Role extends 'agent' | 'proxy'>(
  role: Role,
): Component & { readonly role: Role; readonly end: LineEnd } {
  const { channel, end } = lines();
  return { name: role, role, start: () => channel, end };
}

const idOf = (line: string): string => JSON.stringify((JSON.parse(line) as { readonly id: unknown }).id);

interface Stand {
  readonly client: LineEnd;
  readonly proxy: LineEnd;
  readonly agent: LineEnd;
  readonly events: ChainEvent[];
}

interface StandOptions {
  readonly onEvent?: 'none' | 'all' | 'no messages';
  readonly isNested?: boolean;
  readonly between?: readonly ReturnType<typeof wrapHandler>[];
}

/** A client, a proxy and an agent that read and write lines, initialized. */
async function stand({ onEvent = 'none', isNested = false, between = [] }: StandOptions = {}): Promise<Stand> {
  const [proxy, agent] = [program('proxy'), program('agent')];
  proxy.end.onLine = (line) => {
    const { id, method, result } = JSON.parse(line) as Record<string, unknown>;
    const params = { method: 'initialize', params: initializeParams };
    if (method === 'proxy/initialize')
      proxy.end.write(JSON.stringify({ jsonrpc: '2.0', id: [id].join(), method: 'proxy/successor', params }));
    else proxy.end.write(JSON.stringify({ jsonrpc: '2.0', id, result }));
  };
  agent.end.onLine = (line) => {
    agent.end.write(`{"jsonrpc":"2.0","id":${idOf(line)},"result":${JSON.stringify(initializeResult)}}`);
  };
  const { channel, end: client } = lines();
  const events: ChainEvent[] = [];
  const options = { onEvent: (event: ChainEvent) => void events.push(event), observesMessages: onEvent === 'all' };
  const make = onEvent === 'none' ? chain : chain.with(options);
  const nested = isNested ? chain(chain(), chain(proxy), chain(...between, agent)) : make(proxy, ...between, agent);
  void nested.serve(channel);
  await client.say(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initializeParams }));
  expect(client.last).toContain('"id":1,"result"');
  for (const each of [client, proxy.end, agent.end]) {
    each.lines = [];
    each.onLine = () => undefined;
  }
  events.length = 0;
  return { client, proxy: proxy.end, agent: agent.end, events };
}

/** Counts what is parsed while `work` runs. */
async function parsing(work: () => Promise<void>): Promise<readonly string[]> {
  const parse = vi.spyOn(JSON, 'parse');
  try {
    await work();
    // Ids and the names of methods are copied by parsing them.
    return parse.mock.calls.map(([text]) => text).filter((text) => text.startsWith('{') || text.startsWith('['));
  } finally {
    parse.mockRestore();
  }
}

const inside = '"method":"session/update","params":{"n":1.0,"big":12345678901234567890,"u":"\\u00e9 é 設定 🌱"}';
const plain = `{"jsonrpc":"2.0",${inside}}`;
const wrapped = `{"jsonrpc":"2.0","method":"proxy/successor","params":{${inside}}}`;

describe('a message that no component changes', () => {
  test('passes as text on every hop, in and out of envelopes, and is not parsed', async () => {
    const { client, proxy, agent } = await stand();
    const parsed = await parsing(async () => {
      await agent.say(plain);
      await proxy.say(plain, wrapped);
      await client.say(plain);
    });
    expect(proxy.lines).toEqual([wrapped, plain]);
    expect(client.lines).toEqual([plain]);
    expect(agent.lines).toEqual([plain]);
    expect(parsed).toEqual([]);
  });

  test('keeps its text with another id, and so does its response', async () => {
    const { client, proxy, agent } = await stand();
    const ids: string[] = [];
    const parsed = await parsing(async () => {
      await client.say(`{"jsonrpc":"2.0","id":7,${inside}}`);
      await proxy.say(`{"jsonrpc":"2.0","id":"p","method":"proxy/successor","params":{${inside}}}`);
      for (const { last } of [proxy, agent]) ids.push(/"id":("[^"]+")/u.exec(last)?.[1] ?? '');
      await agent.say(`{"jsonrpc":"2.0","id":${ids[1] ?? ''},"result":{"n":1.0}}`);
      await proxy.say(`{"jsonrpc":"2.0","id":${ids[0] ?? ''},"result":[2.50]}`);
    });
    expect(proxy.lines).toEqual([
      `{"jsonrpc":"2.0","id":${ids[0] ?? ''},${inside}}`,
      '{"jsonrpc":"2.0","id":"p","result":{"n":1.0}}',
    ]);
    expect(agent.lines).toEqual([`{"jsonrpc":"2.0","id":${ids[1] ?? ''},${inside}}`]);
    expect(client.lines).toEqual(['{"jsonrpc":"2.0","id":7,"result":[2.50]}']);
    expect(parsed).toEqual([]);
  });

  test('is parsed once if an observer wants to see it, and passes as text all the same', async () => {
    const { client, proxy, events } = await stand({ onEvent: 'all' });
    const parsed = await parsing(() => proxy.say(plain));
    expect(parsed).toHaveLength(1);
    expect(client.lines).toEqual([plain]);
    expect(events).toEqual([{ kind: 'message', from: 'proxy', to: 'client', message: JSON.parse(plain) }]);
  });

  test('is not parsed for an observer that wants to see everything but messages', async () => {
    const { client, proxy, events } = await stand({ onEvent: 'no messages' });
    const parsed = await parsing(() => proxy.say(plain, '{"jsonrpc":"2.0","id":"late","result":1}'));
    expect(parsed).toEqual(['{"jsonrpc":"2.0","id":"late","result":1}']);
    expect(client.lines).toEqual([plain]);
    expect(events).toMatchObject([{ kind: 'refused', from: 'proxy' }]);
  });

  test('passes as text through a chain in a chain, too', async () => {
    const { client, proxy, agent } = await stand({ isNested: true });
    const parsed = await parsing(async () => {
      await agent.say(plain);
      await proxy.say(plain, wrapped);
    });
    expect(proxy.lines).toEqual([wrapped]);
    expect(client.lines).toEqual([plain]);
    expect(agent.lines).toEqual([plain]);
    expect(parsed).toEqual([]);
  });

  test('is parsed for a handler that is wrapped, and no other message is', async () => {
    const seen: unknown[] = [];
    const watching = wrapHandler('watching', {
      fromAgent: (next, method) =>
        method === '_seen'
          ? ({
              ...next,
              run: (params: never, context: never) => (seen.push(params), next.run(params, context)),
            } as typeof next)
          : next,
    });
    const { proxy, agent } = await stand({ between: [watching] });
    const parsed = await parsing(() => agent.say(plain, '{"jsonrpc":"2.0","method":"_seen","params":{"a":1.0}}'));
    expect(parsed).toEqual(['{"jsonrpc":"2.0","method":"_seen","params":{"a":1.0}}']);
    expect(seen).toEqual([{ a: 1 }]);
    expect(proxy.last).toBe(
      '{"jsonrpc":"2.0","method":"proxy/successor","params":{"method":"_seen","params":{"a":1.0}}}',
    );
  });
});

describe('a message in any other form means the same', () => {
  test.each([
    ['with its id repeated', '{"jsonrpc":"2.0","id":7,"method":"_a","params":{"n":1},"id":7}'],
    ['with another id behind', '{"jsonrpc":"2.0","id":9,"method":"_a","params":{"n":1},"id":7}'],
    ['with an escaped key', '{"jsonrpc":"2.0","\\u0069d":7,"method":"_a","params":{"n":1}}'],
    ['in another order', '{"params":{"n":1},"id":7,"method":"_a","jsonrpc":"2.0"}'],
    ['with white space', ' { "jsonrpc" : "2.0" , "id" : 7 , "method" : "_a" , "params" : { "n" : 1 } } \r'],
    ['in the usual form', '{"jsonrpc":"2.0","id":7,"method":"_a","params":{"n":1}}'],
  ])('%s', async (_, line) => {
    const { client, proxy } = await stand();
    await client.say(line);
    const { id, ...message } = JSON.parse(proxy.last) as { readonly id: string };
    expect(message).toEqual({ jsonrpc: '2.0', method: '_a', params: { n: 1 } });
    expect(id).not.toBe(7);
    await proxy.say(`{"jsonrpc":"2.0","id":"other","result":1,"id":${JSON.stringify(id)}}`);
    expect(JSON.parse(client.last)).toEqual({ jsonrpc: '2.0', id: 7, result: 1 });
  });

  test('also in an envelope, where the last of repeated keys counts', async () => {
    const { proxy, agent } = await stand();
    const params = '"method":"_a","params":{"n":1},"method":"_b"';
    await proxy.say(`{"jsonrpc":"2.0","method":"proxy/successor","params":{${params}}}`);
    expect(JSON.parse(agent.last)).toEqual({ jsonrpc: '2.0', method: '_b', params: { n: 1 } });
    await proxy.say('{"jsonrpc":"2.0","method":"proxy/successor","params":{"method":"_c","params":null}}');
    expect(JSON.parse(agent.last)).toEqual({ jsonrpc: '2.0', method: '_c' });
  });
});

describe('a message that cannot be passed on is refused, as if it had been parsed', () => {
  test.each([
    ['not JSON in the middle of its params', '{"jsonrpc":"2.0","id":7,"method":"_a","params":{"n":01}}', -32_700, null],
    [
      'an envelope of a client',
      '{"jsonrpc":"2.0","id":7,"method":"proxy/successor","params":{"method":"_a","params":{}}}',
      -32_600,
      7,
    ],
    ['proxy/initialize of a client', '{"jsonrpc":"2.0","id":7,"method":"proxy/initialize","params":{}}', -32_600, 7],
  ])('%s', async (_, line, code, id) => {
    const { client, proxy } = await stand();
    await client.say(line);
    expect(JSON.parse(client.last)).toMatchObject({ id, error: { code } });
    expect(proxy.lines).toEqual([]);
  });

  test('an envelope in an envelope', async () => {
    const { proxy, agent } = await stand();
    await proxy.say(
      '{"jsonrpc":"2.0","id":7,"method":"proxy/successor","params":{"method":"_proxy/successor","params":{}}}',
    );
    expect(JSON.parse(proxy.last)).toMatchObject({ id: 7, error: { code: -32_602 } });
    expect(agent.lines).toEqual([]);
  });

  test('one that is too long with its new id or envelope is answered with an error', async () => {
    const { client, proxy, agent } = await stand();
    const padding = (line: string): string => line.replace('""', `"${'x'.repeat(2000 - line.length)}"`);
    await client.say(padding('{"jsonrpc":"2.0","id":7,"method":"_a","params":{"n":""}}'));
    expect(JSON.parse(client.last)).toMatchObject({
      id: 7,
      error: { code: -32_603, message: expect.stringContaining('longer') },
    });
    await client.say('{"jsonrpc":"2.0","id":8,"method":"_a","params":{}}');
    await proxy.say(padding(`{"jsonrpc":"2.0","id":${idOf(proxy.last)},"result":""}`));
    await agent.say(padding('{"jsonrpc":"2.0","id":"1","method":"_a","params":[""]}'));
    expect(JSON.parse(agent.last)).toMatchObject({
      id: '1',
      error: { message: expect.stringContaining('could not be sent to proxy') },
    });
    expect(JSON.parse(client.last)).toMatchObject({ id: 8 });
  });
});

test('cancelling is made anew for each hop, for requests that were not parsed', async () => {
  const { client, proxy, agent } = await stand();
  await client.say('{"jsonrpc":"2.0","id":"long-id-of-a-client","method":"_slow","params":{}}');
  const id = idOf(proxy.last);
  await client.say('{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":"long-id-of-a-client"}}');
  expect(proxy.last).toBe(`{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":${id}}}`);
  expect(agent.lines).toEqual([]);
});
