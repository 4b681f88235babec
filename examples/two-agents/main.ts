/** A proxy that asks a second agent beside the one behind it, and puts both answers into one turn. */
import assert from 'node:assert/strict';

import { chain } from '@acp-stack/conductor';
import { agent, type Agent } from '@acp-stack/sdk';

// #region proxy
import { client, proxy, text, type AcpProxy, type AgentComponent, type ClientSession } from '@acp-stack/sdk';

export function secondOpinion(second: AgentComponent): AcpProxy {
  // It answers no questions, so the second agent gets no permission: it may look, but not change anything.
  const asking = client({ name: 'second-opinion', version: '1.0.0' });
  const sessions = new Map<string, ClientSession>();
  const opinions = new Map<string, Promise<string>>();
  return proxy({ name: 'second-opinion', version: '1.0.0' })
    .onClientRequest('session/new', async ({ cwd }, next) => {
      const [result, connection] = await Promise.all([next(), asking.connect(second)]);
      sessions.set(result.sessionId, await connection.newSession({ cwd }));
      return result;
    })
    .onClientRequest('session/prompt', ({ sessionId, prompt }, next) => {
      const session = sessions.get(sessionId);
      if (session !== undefined) opinions.set(sessionId, answerOf(session, prompt));
      return next();
    })
    .onClientNotification('session/cancel', ({ sessionId }, next) => {
      sessions.get(sessionId)?.cancel();
      return next();
    })
    .onAgentNotification('session/update', async ({ sessionId, update }, next, { client: user }) => {
      const opinion = opinions.get(sessionId);
      const isOver = update.sessionUpdate === 'state_update' && update.state === 'idle';
      if (opinion === undefined || !isOver) return next();
      // The turn is over when both have answered.
      opinions.delete(sessionId);
      const content = text(`\n\n${second.name} says: ${await opinion}`);
      const messageId = `second-${crypto.randomUUID()}`;
      await user.notify('session/update', {
        sessionId,
        update: { sessionUpdate: 'agent_message_chunk', messageId, content },
      });
      return next();
    });
}

async function answerOf(session: ClientSession, prompt: Parameters<ClientSession['prompt']>[0]): Promise<string> {
  let words = '';
  try {
    for await (const update of session.prompt(prompt)) {
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
        words += update.content.text;
    }
    return words;
  } catch (error) {
    return `nothing (${error instanceof Error ? error.message : String(error)})`;
  }
}
// #endregion proxy

const florist = (name: string, answer: string): Agent =>
  agent({ name, version: '1.0.0' }).onPrompt(async (turn) => {
    await turn.message.append(answer);
  });

async function check(versions: readonly [1] | readonly [2]): Promise<void> {
  // #region chain
  const both = chain(secondOpinion(florist('rosalind', 'Roses.')), florist('tully', 'Tulips.'));
  await using connection = await client({ name: 'my-editor', version: '1.0.0' }).connect(both, { versions });
  // #endregion chain
  const session = await connection.newSession({ cwd: '/garden' });
  let said = '';
  session.onUpdate((update) => {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') said += update.content.text;
  });
  await session.prompt('What shall I plant?');
  assert.equal(said, 'Tulips.\n\nrosalind says: Roses.');
}

export async function main(): Promise<void> {
  await check([2]);
  await check([1]);
}
