#!/usr/bin/env node
/** The agent of the tutorial for authors of agents, as it is at the end. */
// #region agent
import { agent } from '@acp-stack/sdk';
import { stdio } from '@acp-stack/stdio';

await agent({ name: 'gardener', version: '1.0.0' })
  .onSession((session) => {
    session.setCommands([{ name: 'cut', description: 'Cuts a plant', input: { hint: 'which one' } }]);
  })
  .onPrompt(async (turn) => {
    const { command } = turn;
    if (command?.name !== 'cut') {
      await turn.message.append(`You said: ${turn.text}\n`);
      return;
    }
    const call = turn.toolCall({ title: `Cut the ${command.input}`, kind: 'edit' });
    const allowed = await turn.requestPermission({ title: `Cut the ${command.input}?`, subject: call });
    if (allowed === undefined) await call.cancel();
    else await call.complete();
    await turn.message.append(allowed === undefined ? 'I left it.\n' : 'It is cut.\n');
  })
  .serve(stdio());
// #endregion agent
