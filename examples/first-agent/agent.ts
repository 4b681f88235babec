/** A whole agent. It serves any client, over any channel. */
// #region agent
import { agent } from '@acp-stack/sdk';

export const greeter = agent({ name: 'greeter', version: '1.0.0' }).onPrompt(async (turn) => {
  await turn.message.append(`You said: ${turn.text}`);
});
// #endregion agent
