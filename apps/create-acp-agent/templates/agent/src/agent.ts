/** An agent: it streams its answers, asks before it writes a file, and keeps its sessions in a file. */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { journalStore } from '@acp-stack/journal/session-store';
import { agent, type Turn } from '@acp-stack/sdk';
import { stdio } from '@acp-stack/stdio';

/** Where sessions are stored; everything that was said is there after a restart. */
const file = process.argv[2] ?? fileURLToPath(new URL('../sessions.db', import.meta.url));
const store = journalStore(file);

await agent({ name: 'PROJECT_NAME', version: '0.1.0' }, { store })
  .onSession((session) => {
    session.setCommands([{ name: 'note', description: 'Adds a line to notes.md', input: { hint: 'the line' } }]);
  })
  .onPrompt(async (turn) => {
    if (turn.command?.name === 'note') await note(turn, turn.command.input);
    else await answer(turn);
  })
  .serve(stdio());
await store.close();

/** Your model comes here: whatever it says is appended piece by piece. */
async function answer(turn: Turn): Promise<void> {
  for (const word of `You said: ${turn.text}`.split(/(?<= )/u)) {
    if (turn.signal.aborted) return; // the user has cancelled
    await turn.message.append(word);
  }
}

/** A tool call: the client shows it, and the user decides before anything is changed. */
async function note(turn: Turn, line: string): Promise<void> {
  const path = join(turn.session.cwd, 'notes.md');
  const call = turn.toolCall({ title: 'Write notes.md', kind: 'edit', locations: [{ path }], rawInput: { line } });
  const allowed = await turn.requestPermission({ title: `Add "${line}" to notes.md?`, subject: call });
  if (allowed === undefined) {
    await call.cancel();
    await turn.message.append('Nothing was written.');
    return;
  }
  await call.start();
  try {
    await appendFile(path, `- ${line}\n`);
  } catch (error) {
    await call.fail();
    await turn.message.append(`notes.md could not be written: ${String(error)}`);
    return;
  }
  await call.complete();
  await turn.message.append('It is in notes.md.');
}
