/** An agent that can be steered while it works, and a client that queues, steers, changes its mind and shows what waits. */
import assert from 'node:assert/strict';

import { memoryPair } from '@acp-stack/rpc';
import { client, InjectError, type ClientSession, type InjectedMessage } from '@acp-stack/sdk';

// #region agent
import { agent, type ContentBlock } from '@acp-stack/sdk';

const gardener = agent(
  { name: 'gardener', version: '1.0.0' },
  { inject: { modes: ['queue', 'steer'], steerInStream: ['finish'], pending: { replace: true } } },
).onPrompt(async (turn) => {
  for (const bed of ['roses', 'tulips', 'herbs']) {
    await work(bed);
    await turn.message.append(`Watered the ${bed}. `);
    // Between two steps, what the user said meanwhile becomes part of the conversation.
    for (const { content } of turn.breakpoint()) {
      await turn.message.append(`Right: ${wordsOf(content)} `);
      return;
    }
  }
});
// #endregion agent

const wordsOf = (content: readonly ContentBlock[]): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('');

/** Each bed is watered when the example says so. */
let water: (() => void) | undefined;
const work = (bed: string): Promise<void> =>
  new Promise((resolve) => {
    assert.ok(bed);
    water = resolve;
  });

/** Everything that has begun comes to rest. */
const rest = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
};

const log: string[] = [];

// #region steer
async function steer(session: ClientSession): Promise<void> {
  const later = await session.inject('Then sweep the path.', { mode: 'queue' });
  const now = await session.inject('Leave the tulips.', { mode: 'steer' });

  // Until it is delivered it can be changed, or taken back.
  await later.replace('Then sweep the terrace.');
  void now.delivered.then(({ state }) => log.push(`“Leave the tulips.” was ${state}.`));
}
// #endregion steer

// #region too-late
async function takeBack(message: InjectedMessage): Promise<string> {
  try {
    await message.revoke();
    return 'It is never delivered.';
  } catch (error) {
    if (error instanceof InjectError && error.reason === 'already_delivered') return 'Too late, it was delivered.';
    throw error;
  }
}
// #endregion too-late

// #region pending
function showPending(session: ClientSession): Disposable {
  return session.onPendingChange((pending) => {
    for (const { mode, content, via } of pending) log.push(`waits to ${mode}: ${wordsOf(content)} (${via})`);
  });
}
// #endregion pending

const plain = agent({ name: 'plain', version: '1.0.0' }).onPrompt(async (turn) => {
  await Promise.race([work('beds'), new Promise((resolve) => turn.signal.addEventListener('abort', resolve))]);
});

// #region fallback
async function whateverTheAgentOffers(session: ClientSession): Promise<readonly string[]> {
  const later = await session.inject('Then sweep the path.', { mode: 'queue' });
  const now = await session.inject('Leave the tulips.', { mode: 'steer', fallback: 'cancel-and-prompt' });
  return [later.via, now.via]; // 'agent', or 'client-queue' and 'cancel-and-prompt'
}
// #endregion fallback

async function open(app: typeof gardener): Promise<ClientSession> {
  const [agentSide, clientSide] = memoryPair();
  void app.serve(agentSide);
  const connection = await client({ name: 'my-editor', version: '1.0.0' }).connect(clientSide);
  return connection.newSession({ cwd: '/garden' });
}

export async function main(): Promise<void> {
  const session = await open(gardener);
  const said: string[] = [];
  session.onUpdate((update) => {
    if (update.sessionUpdate === 'user_message') said.push(wordsOf(update.content ?? []));
  });
  const showing = showPending(session);
  void session.prompt('Water the garden.');
  await rest();
  await steer(session);
  assert.deepEqual(
    session.pendingMessages.map(({ content }) => wordsOf(content)),
    ['Leave the tulips.', 'Then sweep the terrace.'],
  );
  const never = await session.inject('And the pond.', { mode: 'queue' });
  assert.equal(await takeBack(never), 'It is never delivered.');
  const [now] = session.pendingMessages;
  water?.();
  await rest();
  assert.deepEqual(said, ['Water the garden.', 'Leave the tulips.', 'Then sweep the terrace.']);
  assert.ok(now !== undefined);
  assert.equal(await takeBack(now), 'Too late, it was delivered.');
  assert.ok(log.includes('“Leave the tulips.” was delivered.'));
  assert.ok(log.includes('waits to queue: Then sweep the path. (agent)'));
  showing[Symbol.dispose]();

  const other = await open(plain);
  void other.prompt('Water the garden.');
  await rest();
  assert.deepEqual(await whateverTheAgentOffers(other), ['client-queue', 'cancel-and-prompt']);
  await rest();
  // The work was cancelled for what steers; what was queued waits for the end of that.
  assert.deepEqual(
    other.pendingMessages.map(({ content }) => wordsOf(content)),
    ['Then sweep the path.'],
  );
  water?.();
  await rest();
  assert.deepEqual(other.pendingMessages, []);
}
