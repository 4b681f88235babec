import { chain } from '@acp-stack/conductor';
import { tee } from '@acp-stack/conductor/proxies';
import { agent, client } from '@acp-stack/sdk';
import { expect, test } from 'vitest';
import { parseTrace } from '@acp-stack/trace';

const info = { name: 'tester', version: '1.0.0' };

test('the records of the proxy "tee" are a trace', async () => {
  const lines: string[] = [];
  const recorder = tee({ write: (line) => lines.push(line) });
  const served = agent(info).onPrompt(async ({ message }) => {
    await message.append('Hello!');
  });
  {
    await using connection = await client(info).connect(chain(recorder, served));
    await (await connection.newSession({ cwd: '/' })).prompt('Hi');
  }
  await expect.poll(() => lines.at(-1)).toContain('"type":"end"');
  const { header, records, unreadable } = parseTrace(lines.map((line) => `${line}\n`).join(''));
  expect(unreadable).toEqual([]);
  expect(header).toMatchObject({ format: 'acp-trace', version: 1, redaction: 'none' });
  expect(records).toHaveLength(lines.length - 1);
  expect(new Set(records.map(({ type }) => type))).toEqual(new Set(['frame', 'end']));
  expect(records[0]).toMatchObject({ from: 'Client', to: 'Agent', connection: '1' });
});
