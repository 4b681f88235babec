/** A small agent for the test: it repeats what it is told, and asks before it cuts the roses. */
import { agent } from '@acp-stack/sdk';
import { stdio } from '@acp-stack/stdio';

await agent({ name: 'gardener', version: '1.0.0' })
  .onPrompt(async (turn) => {
    if (turn.text !== 'cut') return turn.message.append(`You said: ${turn.text}`);
    const call = turn.toolCall({ title: 'Cut the roses', kind: 'edit' });
    const allowed = await turn.requestPermission({ title: 'Cut the roses?', subject: call });
    await (allowed === undefined ? call.cancel() : call.complete());
    return turn.message.append(allowed === undefined ? 'I left them.' : 'Here they are.');
  })
  .serve(stdio());
