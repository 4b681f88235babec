/** A proxy and an agent as one agent, in one process. */
// #region chain
import { chain } from '@acp-stack/conductor';
import { agent, client, proxy, text } from '@acp-stack/sdk';

const polite = proxy({ name: 'polite', version: '1.0.0' }).onClientRequest('session/prompt', (params, next) =>
  next({ ...params, prompt: [...params.prompt, text('Please be polite.')] }),
);
const gardener = agent({ name: 'gardener', version: '1.0.0' }).onPrompt(async (turn) => {
  await turn.message.append(`You said: ${turn.text}`);
});

const editor = client({ name: 'my-editor', version: '1.0.0' });
const connection = await editor.connect(chain(polite, gardener));
const session = await connection.newSession({ cwd: process.cwd() });
for await (const update of session.prompt('Where are the roses?')) {
  if (update.sessionUpdate === 'agent_message_chunk') process.stdout.write(`${update.content.text}\n`);
}
await connection.close();
// #endregion chain
