import { memoryPair } from '@acp-stack/rpc';
import { agent, client, type AgentComponent, type ProxyComponent } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { conduct } from '../../../../test/support/small-conductor.ts';
import { connected, info, speaking, versions, type Version } from './chain.test-support.ts';
import { tee } from './tee.ts';
import { translate } from './translate.ts';

const chained = (proxies: readonly ProxyComponent[], last: AgentComponent): AgentComponent => ({
  name: 'chain',
  role: 'agent',
  start: () => {
    const [ours, theirs] = memoryPair();
    conduct([theirs, ...proxies.map((each) => each.start()), last.start()]);
    return ours;
  },
});

const pairs = versions.flatMap((front) => versions.map((back): [Version, Version] => [front, back]));

/** An agent that asks and answers. */
const asking = agent(info).onPrompt(async ({ message, requestPermission, text }) => {
  const allowed = await requestPermission({
    title: 'May I?',
    subject: { type: 'command', command: 'ls', cwd: '/' },
  });
  await message.append(`${text}: ${allowed?.optionId}`);
});

describe.each(pairs)('translate between a client of version %i and an agent of version %i', (front, back) => {
  test('carries a turn with a question, and each side speaks its own version', async () => {
    const heard: Record<'front' | 'back', string[]> = { front: [], back: [] };
    const chain = chained(
      [tee({ write: (line) => heard.front.push(line) }), translate(), tee({ write: (line) => heard.back.push(line) })],
      speaking(back, asking),
    );
    const app = client(info).onPermission(() => 'allow_once');
    await using connection = await connected(front, chain, app);
    const session = await connection.connection.newSession({ cwd: '/' });
    expect(await session.prompt('go')).toMatchObject({ stopReason: 'end_turn' });
    expect(connection.textOf('agent_message_chunk')).toBe('go: allow_once');
    const answers = (lines: readonly string[]): unknown =>
      lines
        .map(
          (line) =>
            JSON.parse((JSON.parse(line) as { readonly frame?: string }).frame ?? '{}') as {
              readonly result?: { readonly protocolVersion?: number };
            },
        )
        .map(({ result }) => result?.protocolVersion)
        .find((version) => version !== undefined);
    expect([answers(heard.front), answers(heard.back)]).toEqual([front, back]);
  });
});

test('without it a client of version 1 and an agent of version 2 do not meet', async () => {
  const [first] = [connected(1, chained([], speaking(2, asking)))];
  await expect(first).rejects.toThrow();
});
