/**
 * Kills `acp agent` while accepted messages wait: each is delivered once, by the process that opens the session next.
 */

import { expect, test, vi } from 'vitest';

import { AgentProgram, type Fields, type Update } from '../support/agent-program.ts';
import { eachProjectFolder } from '../support/project-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

let cwd: string;
let data: string;

eachProjectFolder((garden) => {
  ({ cwd, data } = garden);
});

const inject = async (agent: AgentProgram, sessionId: string, mode: string, words: string): Promise<unknown> => {
  const answer = await agent.call('session/inject', { sessionId, mode, content: [{ type: 'text', text: words }] });
  return answer['messageId'];
};

const isIdle = ({ sessionUpdate, state }: Update): boolean => sessionUpdate === 'state_update' && state === 'idle';
const idsOf = (updates: readonly Update[]): readonly unknown[] =>
  updates.flatMap(({ sessionUpdate, messageId }) => (sessionUpdate === 'user_message' ? [messageId] : []));

test('delivers what waited when it was killed, once, in order, and not what was revoked [INJ-10, INJ-19, INJ-21]', async () => {
  const waiting = { 'session/request_permission': (): unknown => new Promise(() => undefined) };
  const first = new AgentProgram({ version: 2, data, answers: waiting });
  const sessionId = await first.open(cwd);
  const { messageId: prompted } = await first.begin(sessionId, '/edit rose.md "red" "white"');
  await first.hears(({ state }) => state === 'requires_action');
  const queued = await inject(first, sessionId, 'queue', '/help');
  const revoked = await inject(first, sessionId, 'queue', 'Never mind.');
  await first.call('session/revoke_inject', { sessionId, messageId: revoked });
  const steering = await inject(first, sessionId, 'steer', 'Where is the rose?');
  await first.kill();
  expect(idsOf(first.updates(sessionId))).toEqual([prompted]);

  const second = new AgentProgram({ version: 2, data });
  await second.initialized;
  const params = { sessionId, cwd, replayFrom: { type: 'start' } };
  const { _meta: meta } = (await second.call('session/resume', params)) as { readonly _meta?: Fields };
  expect(meta?.['acp-stack.dev/pendingMessages']).toMatchObject([{ messageId: steering }, { messageId: queued }]);
  // The state after the replay, and the ends of two turns.
  await second.hears(() => second.updates(sessionId).filter(isIdle).length === 3);
  expect(idsOf(second.updates(sessionId))).toEqual([prompted, steering, queued]);
  await second.kill();

  await using third = new AgentProgram({ version: 2, data });
  expect(idsOf(await third.load(sessionId, cwd))).toEqual([prompted, steering, queued]);
});
