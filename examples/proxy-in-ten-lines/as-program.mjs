/** The same proxy as a program that the chain starts. */
// #region command
import { chain } from '@acp-stack/conductor';
import { command } from '@acp-stack/conductor/node';
import { agent } from '@acp-stack/sdk';

const gardener = agent({ name: 'gardener', version: '1.0.0' }).onPrompt(async (turn) => {
  await turn.message.append(`You said: ${turn.text}`);
});

/** Give it to `connect` of a client, as above. */
export const started = chain(command(['node', 'polite.mjs'], { cwd: import.meta.dirname }), gardener);
// #endregion command
