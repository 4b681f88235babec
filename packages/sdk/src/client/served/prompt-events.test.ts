import { settled } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { agent } from '../../agent/agent.ts';
import type { PromptHandler } from '../../agent/session/agent-session.ts';
import type { ClientConnection } from '../client-connection.ts';
import { client } from '../client.ts';
import type { ClientSession } from '../session/client-session.ts';
import { PromptEvents } from './prompt-events.ts';

const info = { name: 'gardener', version: '1.0.0' };
interface Question {
  readonly kind: 'question';
  readonly title: string;
}

const connect = (handler: PromptHandler): Promise<ClientConnection> =>
  client(info)
    .onPermission(() => 'cancelled')
    .connect(agent(info).onPrompt(handler));
const sessionWith = async (handler: PromptHandler): Promise<ClientSession> =>
  (await connect(handler)).newSession({ cwd: '/' });

/** Reads everything: words of the agent, titles of questions, and how it ended. */
async function readAll(events: PromptEvents<Question>): Promise<readonly string[]> {
  const all: string[] = [];
  for (;;) {
    const event = await events.next();
    if (event.kind === 'question') all.push(event.title);
    else if (event.kind !== 'update') return [...all, event.kind];
    else if (event.update.sessionUpdate === 'agent_message_chunk')
      all.push((event.update.content as { readonly text: string }).text);
  }
}

test('has updates, events of the program and the end in the order in which they happened', async () => {
  const session = await sessionWith(async ({ message, requestPermission, toolCall }) => {
    await message.append('Red');
    await requestPermission({ title: 'Cut?', subject: toolCall({ title: 'Cut' }) });
    await message.append('Cut');
  });
  let overs = 0;
  const events = new PromptEvents<Question>(session, 'Roses', () => {
    overs += 1;
  });
  session.onPermission(({ title }) => {
    events.add({ kind: 'question', title });
    return 'allow_once';
  });
  expect(await readAll(events)).toEqual(['Red', 'Cut?', 'Cut', 'end']);
  expect([overs, events.isOver, events.hasUnread]).toEqual([1, true, false]);
});

test('lets the agent wait for a reader, until the work is cancelled', async () => {
  const flood: PromptHandler = async ({ message }) => {
    for (let index = 0; index < 3000; index += 1) await message.append(`${index}`);
  };
  const session = await sessionWith(flood);
  const read = new PromptEvents<Question>(session, 'Roses', () => undefined);
  await settled();
  expect(read.isOver).toBe(false);
  expect(await readAll(read)).toHaveLength(3001);

  const left = new PromptEvents<Question>(session, 'Roses', () => undefined);
  await settled();
  left.cancel();
  await left.over;
  expect((await readAll(left)).length).toBeLessThan(3000);
});

test('ends with the failure of the connection', async () => {
  const connection = await connect(() => new Promise(() => undefined));
  const session = await connection.newSession({ cwd: '/' });
  const events = new PromptEvents<Question>(session, 'Roses', () => undefined);
  await connection.close();
  expect(await readAll(events)).toEqual(['failed']);
});
