// #region agent
import { journalStore } from '@acp-stack/journal/session-store';
import { agent } from '@acp-stack/sdk';
import { stdio } from '@acp-stack/stdio';

const store = journalStore('sessions.db');
await agent({ name: 'greeter', version: '1.0.0' }, { store })
  .onSession((session) => {
    session.setCommands([{ name: 'greet', description: 'Greets', input: { hint: 'a name' } }]);
  })
  .onPrompt(async (turn) => {
    await turn.message.append(`You said: ${turn.text}`);
  })
  .serve(stdio());
await store.close();
// #endregion agent
