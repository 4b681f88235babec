import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { agent, client } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { eachFolder } from '../../../../test/support/each-folder.ts';
import { chained, connected, info, speaking, versions, type Version } from './chain.test-support.ts';
import { shippedProxies } from './shipped-proxies.ts';

let folder = '';
eachFolder((path) => {
  folder = path;
  mkdirSync(join(path, 'garden'));
  writeFileSync(join(path, 'garden', 'AGENTS.md'), 'Speak of roses.');
  const schema = '{ type: "object", properties: {} }';
  const module = `export default ({ tool }) => ({ water: tool(${schema}, () => "Watered.") });`;
  writeFileSync(join(path, 'garden.mjs'), module);
});

const pairs = versions.flatMap((front) => versions.map((back): [Version, Version] => [front, back]));

describe.each(pairs)('all proxies in one chain, a client of version %i and an agent of version %i', (front, back) => {
  test('carry a turn with a question, and each does its part', async () => {
    const key = `sk-${'a1B2c3D4'.repeat(5)}`;
    const settings: Readonly<Record<string, object>> = {
      tee: { file: join(folder, 'trace.jsonl') },
      policy: { rules: [{ decision: 'deny', command: 'rm *' }] },
      'rate-limit': { turns: 10 },
      budget: { turns: 1 },
      tools: { file: join(folder, 'garden.mjs') },
      'load-from-resume': { file: join(folder, 'sessions.db') },
    };
    const proxies = await Promise.all(shippedProxies.map(({ name, create }) => create({ ...settings[name] })));
    const served = agent(info).onPrompt(async ({ message, requestPermission, text }) => {
      const ask = async (command: string): Promise<string | undefined> => {
        const subject = { type: 'command' as const, command, cwd: folder };
        return (await requestPermission({ title: 'May I?', subject }))?.optionId;
      };
      await message.append(`${await ask('ls')} ${await ask('rm x')} ${text.includes('roses')} ${key}`);
    });
    const app = client(info).onPermission(() => 'allow_once');
    await using end = await connected(front, chained(proxies, speaking(back, served)), app);
    const session = await end.connection.newSession({ cwd: join(folder, 'garden') });
    expect(await session.prompt('Hi')).toMatchObject({ stopReason: 'end_turn' });
    expect(end.textOf('agent_message_chunk')).toBe('allow_once undefined true (hidden)');
    await expect(session.prompt('Hi')).rejects.toThrow('budget: the session has used 1 of 1 turns');
  });
});
