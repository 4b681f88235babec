/** An agent whose sessions are in a file. */
// #region agent
import { journalStore } from '@acp-stack/journal/session-store';
import { agent } from '@acp-stack/sdk';
import { stdio } from '@acp-stack/stdio';

const store = journalStore(process.argv[2] ?? 'sessions.db');
await agent({ name: 'gardener', version: '1.0.0' }, { store })
  .onPrompt(async (turn) => {
    await turn.message.append(`Noted: ${turn.text}`);
    if (turn.text === 'Fall over') process.kill(process.pid, 'SIGKILL');
  })
  .serve(stdio());
await store.close();
// #endregion agent
