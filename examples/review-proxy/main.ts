/** A proxy that asks the agent to review its changes before a turn ends; the client sees one turn. */
import assert from 'node:assert/strict';

import { chain } from '@acp-stack/conductor';
import { agent, client } from '@acp-stack/sdk';

// #region proxy
import { proxy, text, type AcpProxy } from '@acp-stack/sdk';

interface Turn {
  hasEdits: boolean;
  isReview: boolean;
}

export function reviewing(question: string): AcpProxy {
  const turns = new Map<string, Turn>();
  return proxy({ name: 'review', version: '1.0.0' })
    .onClientRequest('session/prompt', ({ sessionId }, next) => {
      turns.set(sessionId, { hasEdits: false, isReview: false });
      return next();
    })
    .onAgentNotification('session/update', async ({ sessionId, update }, next, { agent: reviewer }) => {
      const turn = turns.get(sessionId);
      if (turn === undefined) return next();
      if (update.sessionUpdate === 'tool_call_update' && update.kind === 'edit') turn.hasEdits = true;
      // The question is ours, so the user does not see it.
      if (turn.isReview && update.sessionUpdate.startsWith('user_message')) return undefined;
      if (update.sessionUpdate !== 'state_update' || update.state !== 'idle') return next();
      if (turn.isReview || !turn.hasEdits || update.stopReason !== 'end_turn') {
        turns.delete(sessionId);
        return next();
      }
      // The turn goes on with our question. If the agent does not take it, the turn ends as it would have.
      turn.isReview = true;
      reviewer.request('session/prompt', { sessionId, prompt: [text(question)] }).catch(() => next());
      return undefined;
    });
}
// #endregion proxy

const question = 'Read your changes again and mend what is wrong with them.';

/** An agent that makes a mistake, and finds it when it is asked. */
const gardener = agent({ name: 'gardener', version: '1.0.0' }).onPrompt(async (turn) => {
  if (turn.text === 'Hello') return;
  await turn.toolCall({ title: 'Plant roses', kind: 'edit' }).complete();
  await turn.message.append(turn.text === question ? 'They need sun: moved them.' : 'Planted in the shade. ');
});

async function check(versions: readonly [1] | readonly [2]): Promise<void> {
  // #region chain
  const editor = client({ name: 'my-editor', version: '1.0.0' });
  await using connection = await editor.connect(chain(reviewing(question), gardener), { versions });
  // #endregion chain
  const session = await connection.newSession({ cwd: '/garden' });
  const said: string[] = [];
  session.onUpdate((update) => {
    if (update.sessionUpdate.startsWith('user_message')) said.push('user');
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
      said.push(update.content.text);
  });
  const { stopReason } = await session.prompt('Plant roses.');
  assert.equal(stopReason, 'end_turn');
  // The client of version 1 adds the words of the user itself, and when is its own affair.
  assert.equal(said.filter((each) => each === 'user').length, 1);
  assert.equal(said.filter((each) => each !== 'user').join(''), 'Planted in the shade. They need sun: moved them.');
  said.length = 0;
  await session.prompt('Hello');
  assert.deepEqual(said, ['user'], 'a turn without a change is not reviewed');
}

export async function main(): Promise<void> {
  await check([2]);
  await check([1]);
}
