#!/usr/bin/env node
/** The client of the tutorial for authors of editors, as it is at the end: `node editor.mjs <prompt> <command of an agent>`. */
// #region editor
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { client } from '@acp-stack/sdk';
import { spawnAgent } from '@acp-stack/stdio';
import { isFinished, TranscriptStore } from '@acp-stack/transcript';

const [prompt = '', ...command] = process.argv.slice(2);
const transcript = new TranscriptStore();
transcript.subscribe((changes, { entries }) => {
  for (const change of changes) {
    if (change.kind !== 'entry-added' && change.kind !== 'entry-changed') continue;
    const entry = entries.get(change.id);
    const added = change.appended?.content;
    if (entry?.type === 'agent_message' && added?.type === 'text') process.stdout.write(added.text);
    if (entry?.type === 'tool_call' && isFinished(entry)) console.log(`[${entry.title}: ${entry.status}]`);
  }
});

const connection = await client({ name: 'my-editor', version: '1.0.0' })
  .onPermission(async ({ title, options }) => {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    const names = options.map(({ name }, index) => `${index + 1} ${name}`);
    const answer = await Promise.race([terminal.question(`${title} (${names.join(', ')}) `), once(terminal, 'close')]);
    terminal.close();
    return options[Number(answer) - 1]?.optionId ?? 'cancelled';
  })
  .connect(spawnAgent(command));
const session = await connection.newSession({ cwd: process.cwd() }, { onUpdate: transcript.apply });
const { stopReason } = await session.prompt(prompt);
console.log(`[${stopReason}]`);
await connection.close();
// #endregion editor
