/** The smallest agent on our SDK, to see how long it takes to start. */
import { agent } from '@acp-stack/sdk';
import { stdio } from '@acp-stack/stdio';

await agent({ name: 'small', version: '1.0.0' })
  .onPrompt(async ({ message }) => {
    await message.append('Hello.');
  })
  .serve(stdio());
