/** Context that helps with one prompt and then is gone: how an agent takes it, and how a client collects and sends it. */
import assert from 'node:assert/strict';

import { agent, client, memoryPair, type ClientConnection } from '@acp-stack/sdk';
import { collectContext, type ContextProvider } from '@acp-stack/workspace/client';

// #region agent
const gardener = agent(
  { name: 'gardener', version: '1.0.0' },
  { runtimeContext: { limit: 10_000 } }, // characters of all items; what is beyond is left out, and a note says so
).onPrompt(async ({ text, runtimeContext, message }) => {
  const context = runtimeContext.map((item) => `<${item.title ?? 'context'}>\n${item.text}\n`);
  await message.append(askModel([...context, text].join('\n'))); // for this turn; keep nothing of it
});
// #endregion agent

const asked: string[] = [];

/** Stands for a model. */
function askModel(prompt: string): string {
  asked.push(prompt);
  return prompt.includes('rain') ? 'They need no water.' : 'I water them.';
}

// #region provider
const weather: ContextProvider = {
  name: 'weather',
  collect: async (signal) => ({ title: 'Weather', text: await lookOutside(signal) }),
};
// #endregion provider

const lookOutside = async (signal: AbortSignal): Promise<string> => {
  signal.throwIfAborted();
  return 'It will rain.';
};

// #region send
async function ask(
  connection: ClientConnection,
  question: string,
  providers: readonly ContextProvider[],
): Promise<string> {
  const session = await connection.newSession({ cwd: '/garden' });
  const runtimeContext = connection.supports('session.runtimeContext')
    ? await collectContext(providers, { time: 1000, size: 5000, onSkipped: (sentence) => skipped.push(sentence) })
    : []; // other agents are told nothing; putting it into the prompt would keep it for ever
  let answer = '';
  for await (const update of session.prompt(question, { runtimeContext })) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') answer += update.content.text;
  }
  return answer;
}
// #endregion send

const skipped: string[] = [];

export async function main(): Promise<void> {
  const [agentSide, clientSide] = memoryPair();
  void gardener.serve(agentSide);
  await using connection = await client({ name: 'my-editor', version: '1.0.0' }).connect(clientSide);
  const broken: ContextProvider = { name: 'soil', collect: () => Promise.reject(new Error('the probe is dry')) };
  assert.equal(await ask(connection, 'Do the roses need water?', [weather, broken]), 'They need no water.');
  assert.deepEqual(skipped, ['the context soil was left out: the probe is dry']);

  // Nothing of it is in what was said, however often that is told again.
  const [{ sessionId } = { sessionId: '' }] = (await connection.listPage()).sessions;
  const replayed: unknown[] = [];
  await connection.load({ sessionId, cwd: '/garden' }, { onUpdate: (update) => void replayed.push(update) });
  assert.match(JSON.stringify(replayed), /Do the roses need water\?/u);
  assert.doesNotMatch(JSON.stringify(replayed), /It will rain/u);
  assert.equal(await ask(connection, 'And now?', []), 'I water them.');
  assert.equal(asked.at(-1), 'And now?');
}
