/* oxlint-disable typescript/unbound-method -- that methods can be taken out of their object is what is tested */
import { expect, test } from 'vitest';

import { memoryPair } from '@acp-stack/rpc';

import { agent } from '../agent/agent.ts';
import { client } from '../client/client.ts';
import { collect } from '../client/raw-agent.test-support.ts';
import { bindMethods } from './bound-methods.ts';

test('methods work without their object, and each object has its own', () => {
  class Counter {
    static {
      bindMethods(this);
    }

    #count = 0;

    get count(): number {
      return this.#count;
    }

    add(): number {
      this.#count += 1;
      return this.#count;
    }
  }
  const [first, second] = [new Counter(), new Counter()];
  const { add } = first;
  expect([add(), add(), first.count, second.add(), second.count]).toEqual([1, 2, 2, 1, 1]);
  expect(first.add).toBe(add);
  expect(Object.keys(first)).toEqual([]);
});

test('what handlers are given can be taken apart', async () => {
  const [agentSide, clientSide] = memoryPair();
  const made = agent({ name: 'florist', version: '1.0.0' })
    .onPrompt(async ({ message, toolCall, terminal, compaction, requestPermission, session, plan, text }) => {
      const { append } = message;
      const { start, complete } = toolCall({ title: 'Water' });
      const { write, exit } = terminal({ command: 'hose' });
      const { notice, usage } = session;
      await plan([{ content: 'Water', priority: 'low', status: 'pending' }]);
      await start();
      await write('…');
      await exit({ exitCode: 0 });
      await complete();
      await compaction().complete();
      await notice('info', 'Watered');
      await usage({ used: 1, size: 2 });
      const allowed = await requestPermission({ title: 'More?' });
      await append(`${text}: ${allowed?.optionId ?? 'no'}`);
    })
    .on('_ask', String, async (_, { request, afterResponse }) => {
      afterResponse(() => undefined);
      return request('_name');
    });
  void made.serve(agentSide, { checkOutgoing: true });
  await using connection = await client({ name: 'editor', version: '1.0.0' })
    .on('_name', String, () => 'editor')
    .onPermission(({ options }) => options[0]?.optionId ?? 'cancelled')
    .connect(clientSide, { checkOutgoing: true });
  const { newSession, request, supports } = connection;
  const { prompt, setTitle, status } = await newSession({ cwd: '/garden' });
  const updates = await collect(prompt('hello'));
  expect(updates.at(-2)).toMatchObject({ content: { text: 'hello: allow_once' } });
  await expect(setTitle('Roses')).resolves.toBe('Roses');
  await expect(status()).resolves.toEqual({ status: 'open' });
  await expect(request('_ask')).resolves.toBe('editor');
  expect(supports('session.fork')).toBe(true);
});
