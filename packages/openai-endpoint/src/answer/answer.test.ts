import { agent, client } from '@acp-stack/sdk';
import { expect, test, vi } from 'vitest';

import { answerOf } from './answer.ts';

const info = { name: 'gardener', version: '1.0.0' };

test('an answer that was read too slowly fails instead of lacking a part, and the work is cancelled', async () => {
  let goOn: () => void = () => undefined;
  const isRead = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const app = agent(info).onPrompt(async ({ message }) => {
    await message.append('first');
    await isRead;
    for (let count = 0; count < 100; count += 1) await message.append(`${count} `);
  });
  await using connection = await client(info).connect(app, { updates: { behind: 10, unread: 10 } });
  const session = await connection.newSession({ cwd: '/garden' });
  const cancel = vi.fn<() => void>();
  const run = session.prompt('Roses');
  const answer = answerOf(run, cancel);
  expect((await answer.next()).value).toEqual({ kind: 'text', text: 'first' });
  goOn();
  await run;
  await expect(answer.next()).rejects.toThrow('The answer was read too slowly, and a part of it is lost; ask again.');
  expect(cancel).toHaveBeenCalledOnce();
});
