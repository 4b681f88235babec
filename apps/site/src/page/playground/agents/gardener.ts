import { agent } from '@acp-stack/sdk';

/** Makes a plan, looks something up, and asks before it changes anything. */
export const gardener = agent({ name: 'gardener', version: '1.0.0' }).onPrompt(async (turn) => {
  const look = { content: 'Look at the beds', priority: 'high' } as const;
  const cut = { content: 'Cut the roses', priority: 'medium' } as const;
  await turn.plan([
    { ...look, status: 'in_progress' },
    { ...cut, status: 'pending' },
  ]);
  await turn.thought.append('Roses first.');
  const reading = turn.toolCall({ title: 'Read beds.md', kind: 'read' });
  await reading.start();
  await reading.append('rose, rose, tulip');
  await reading.complete();
  await turn.plan([
    { ...look, status: 'completed' },
    { ...cut, status: 'in_progress' },
  ]);
  const cutting = turn.toolCall({ title: 'Cut the roses', kind: 'edit' });
  const allowed = await turn.requestPermission({ title: 'Cut the roses?', subject: cutting });
  if (allowed === undefined) {
    await cutting.cancel();
    await turn.message.append('I left them as they are.');
    return;
  }
  await cutting.complete();
  await turn.message.append('Two roses are cut, the tulip stays.');
});
