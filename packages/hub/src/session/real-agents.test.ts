/** Live sessions with agents of the SDK, in both versions of the protocol. */
import { memoryJournal } from '@acp-stack/journal';
import { agent, memoryPair, type Agent, type AgentComponent } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { agentPool } from '../agents/agent-pool.ts';
import type { LogRecord, QuestionRecord } from '../store/records.ts';
import { conversation, TestNode } from './scripted-agents.test-support.ts';

const isIdle = (record: LogRecord): boolean =>
  record.kind === 'update' && 'state' in record.update && record.update.state === 'idle';

/** A node with one real agent that speaks one version of the protocol. */
function nodeWith(app: Agent, version: 1 | 2 = 2): TestNode {
  const component: AgentComponent = {
    name: 'real',
    role: 'agent',
    start: () => {
      const [ours, theirs] = memoryPair();
      app.connect(theirs, { versions: version === 1 ? [1] : [2] });
      return ours;
    },
  };
  const node = new TestNode(memoryJournal());
  Object.assign(node.host, { agents: agentPool({ scripted: { component } }) });
  return node;
}

/** The texts of users and the stop reasons, in order. */
const turns = (records: readonly LogRecord[]): readonly string[] =>
  conversation(records).filter((line) => line.startsWith('user') || line.startsWith('idle'));

describe.each([1, 2] as const)('with an agent of version %i', (version) => {
  test('prompts and queued messages are worked off one after another, and shown once', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const component = agent({ name: 'slow', version: '1.0.0' }).onPrompt(async (turn) => {
      await turn.message.append(`Heard ${turn.text}.`);
      if (turn.text === 'one') await held;
    });
    await using node = nodeWith(component, version);
    const { session, sessionId } = await node.create();
    const first = await node.prompt(session, 'one');
    expect(await node.result(sessionId, first)).toHaveProperty('result.messageId');
    const queued = await node.inject(session, 'two');
    const last = await node.prompt(session, 'three');
    expect(await node.result(sessionId, queued)).toHaveProperty('result.messageId');
    release();
    const { sequence } = await node.found(sessionId, (record) => record.kind === 'result' && record.item === last);
    await expect.poll(async () => (await node.log(sessionId)).slice(sequence).some(isIdle)).toBe(true);
    const end = 'idle end_turn';
    expect(turns(await node.log(sessionId))).toEqual(['user one', end, 'user two', end, 'user three', end]);
    expect(session.isBusy).toBe(false);
    await node.host.agents.close();
  });

  test('a permission is asked, answered by an item, and used by the agent', async () => {
    const component = agent({ name: 'careful', version: '1.0.0' }).onPrompt(async (turn) => {
      const answer = await turn.askPermission({
        title: 'Delete it?',
        options: [
          { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
          { optionId: 'no', name: 'No', kind: 'reject_once' },
        ],
      });
      await turn.message.append(`The answer is ${JSON.stringify(answer)}.`);
    });
    await using node = nodeWith(component, version);
    const { session, sessionId } = await node.create();
    await node.prompt(session, 'go');
    const { record } = await node.found(sessionId, ({ kind }) => kind === 'question');
    const { question } = record as QuestionRecord;
    const result = { outcome: { outcome: 'selected', optionId: 'yes' } };
    await node.submit(session, 'hub/answer', { question, result });
    await node.found(sessionId, isIdle);
    expect(JSON.stringify(await node.log(sessionId))).toContain('yes');
    await node.host.agents.close();
  });

  test('cancelling ends the turn as cancelled', async () => {
    const component = agent({ name: 'endless', version: '1.0.0' }).onPrompt(async (turn) => {
      await turn.message.append('Working.');
      await new Promise<void>((resolve) => {
        turn.signal.addEventListener('abort', () => {
          resolve();
        });
      });
    });
    await using node = nodeWith(component, version);
    const { session, sessionId } = await node.create();
    const item = await node.prompt(session, 'go');
    await node.result(sessionId, item);
    await node.submit(session, 'session/cancel');
    await node.found(sessionId, isIdle);
    expect(turns(await node.log(sessionId))).toEqual(['user go', 'idle cancelled']);
    await node.host.agents.close();
  });
});

test('a message that steers reaches the work of an agent that can be steered', async () => {
  const inject = { modes: ['queue', 'steer'], steerInStream: ['finish'] } as const;
  const component = agent({ name: 'steered', version: '1.0.0' }, { inject }).onPrompt(async (turn) => {
    await turn.message.append('Working.');
    for (;;) {
      if (turn.breakpoint().length > 0) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  await using node = nodeWith(component);
  const { session, sessionId } = await node.create();
  const prompt = await node.prompt(session, 'go');
  await node.result(sessionId, prompt);
  const steer = await node.inject(session, 'left', {}, 'steer');
  const { result } = await node.result(sessionId, steer);
  await node.found(sessionId, isIdle);
  const log = await node.log(sessionId);
  expect(turns(log)).toEqual(['user go', 'user left', 'idle end_turn']);
  const { messageId } = result as { readonly messageId: string };
  expect(
    log.filter((each) => each.kind === 'pending').map(({ change, message }) => [change, message.messageId]),
  ).toEqual([
    ['added', messageId],
    ['delivered', messageId],
  ]);
  await node.host.agents.close();
});
