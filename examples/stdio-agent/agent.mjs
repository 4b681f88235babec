/** A whole agent as a program: a client starts it and talks to it over its standard input and output. */
// #region agent
import { agent } from '@acp-stack/sdk';
import { stdio } from '@acp-stack/stdio';

await agent({ name: 'greeter', version: '1.0.0' })
  .onPrompt(async (turn) => {
    await turn.message.append(`You said: ${turn.text}`);
  })
  .serve(stdio());
// #endregion agent
