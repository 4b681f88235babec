/** A hub: a session that several clients share, and that is still there after the hub was restarted. */
import assert from 'node:assert/strict';

import { webSocket } from '@acp-stack/http/node';
import { client, type ClientConnection } from '@acp-stack/sdk';

// #region hub
import { createToken, openHub, serveHub, staticToken, TokenTable, type HubOptions } from '@acp-stack/hub';
import { memoryJournal } from '@acp-stack/journal';
import { agent } from '@acp-stack/sdk';

const greeter = agent({ name: 'greeter', version: '1.0.0' }).onPrompt(async (turn) => {
  await turn.message.append(`Hello, ${turn.text}.`);
});
const token = createToken();
const tokens = new TokenTable([staticToken('ann', token)]); // keeps hashes only

const options: HubOptions = {
  journal: memoryJournal(), // sqliteJournal(file) on one machine, postgresJournal(url) on several
  agents: { greeter }, // in this process; a command, an address or a chain is a component too
  roots: [process.cwd()], // the folders in which sessions may work
  credentials: { tokens: () => tokens },
};
// #endregion hub

const connect = (url: string): Promise<ClientConnection> =>
  client({ name: 'my-editor', version: '1.0.0' }).connect(webSocket(url, { token }));

/** What is said in a session, as a client sees it. */
function listener(): { readonly said: () => string; readonly onUpdate: (update: unknown) => void } {
  let said = '';
  return {
    said: () => said,
    onUpdate: (update) => {
      said += JSON.stringify(update);
    },
  };
}

export async function main(): Promise<void> {
  const cwd = process.cwd();
  // #region serve
  const hub = await openHub(options);
  const serving = await serveHub(hub, { port: 0 });
  // #endregion serve
  const ann = await connect(serving.url);
  const session = await ann.newSession({ cwd });
  const { id: sessionId } = session;

  // Another client of the same user attaches, and sees prompts that it has not sent.
  const phone = await connect(serving.url);
  const seen = listener();
  await phone.resume({ sessionId, cwd }, { onUpdate: seen.onUpdate });
  await session.prompt('Ann');
  while (!seen.said().includes('Hello, Ann.')) await new Promise((resolve) => setImmediate(resolve));
  await phone.close();
  await ann.close();

  // #region close
  await serving.close();
  await hub.close(); // sessions stay in the journal
  // #endregion close

  const later = await openHub(options);
  const again = await serveHub(later, { port: 0 });
  const connection = await connect(again.url);
  const replayed = listener();
  await connection.load({ sessionId, cwd }, { onUpdate: replayed.onUpdate });
  assert.match(replayed.said(), /Hello, Ann\./u);
  await connection.close();
  await again.close();
  await later.close();
}
