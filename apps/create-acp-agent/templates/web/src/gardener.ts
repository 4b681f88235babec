/** A small agent for the test: it repeats what it is told, and asks before it waters. */
import { agent } from '@acp-stack/sdk';
import { stdio } from '@acp-stack/stdio';

await agent({ name: 'gardener', version: '1.0.0' })
  .onPrompt(async (turn) => {
    const call = turn.toolCall({ title: 'Water', kind: 'execute' });
    const allowed = await turn.requestPermission({ title: 'May I water the roses?', subject: call });
    await (allowed === undefined ? call.cancel() : call.complete());
    await turn.message.append(`You said: ${turn.text}`);
  })
  .serve(stdio());
