/** Keeps a transcript of a session: prints what is new while it goes on, and writes the whole as Markdown in the end. */
import assert from 'node:assert/strict';

import { memoryPair } from '@acp-stack/rpc';
import { agent, client } from '@acp-stack/sdk';
import { findEntry, isFinished, textOf, toMarkdown, TranscriptStore } from '@acp-stack/transcript';

const gardener = agent({ name: 'gardener', version: '1.0.0' }).onPrompt(async (turn) => {
  await turn.thought.append('Roses first.');
  const call = turn.toolCall({ title: 'Read beds.md', kind: 'read' });
  await call.start();
  await call.append('rose, rose, tulip');
  await call.complete();
  for (const word of ['Two ', 'roses, ', 'one ', 'tulip.']) await turn.message.append(word);
});

// #region printer
/** Prints text as it comes, and a line for every tool call that has ended. */
function printer(store: TranscriptStore, print: (text: string) => void): Disposable {
  return store.subscribe((changes, transcript) => {
    for (const change of changes) {
      if (change.kind !== 'entry-added' && change.kind !== 'entry-changed') continue;
      const entry = transcript.entries.get(change.id);
      const added = change.appended?.content;
      if (entry?.type === 'agent_message' && added?.type === 'text') print(added.text);
      if (entry?.type === 'tool_call' && isFinished(entry)) print(`[${entry.title ?? 'tool'}: ${entry.status}]\n`);
    }
  });
}
// #endregion printer

export async function main(): Promise<void> {
  const [agentSide, clientSide] = memoryPair();
  void gardener.serve(agentSide);
  await using connection = await client({ name: 'test', version: '1.0.0' }).connect(clientSide);

  const store = new TranscriptStore();
  const printed: string[] = [];
  using _ = printer(store, (text) => printed.push(text));
  const session = await connection.newSession({ cwd: '/garden' }, { onUpdate: store.apply });
  const { messageId } = await session.prompt('What grows here?');

  assert.deepEqual(printed, ['[Read beds.md: completed]\n', 'Two ', 'roses, ', 'one ', 'tulip.']);
  const transcript = store.snapshot();
  assert.deepEqual(
    transcript.entries.toArray().map(({ type }) => type),
    ['user_message', 'agent_thought', 'tool_call', 'agent_message'],
  );
  const asked = findEntry(transcript, 'user_message', messageId ?? '');
  assert.equal(asked && textOf(asked.content), 'What grows here?');
  assert.match(toMarkdown(transcript), /^## Agent\n\nTwo roses, one tulip\.$/mu);
}
