/** An editor that shows what the user will probably edit next, and an agent that knows it without a model. */
import assert from 'node:assert/strict';

import { editEngine, nesClientCapabilities, serveNes, startNes, type Suggestion } from '@acp-stack/nes';
import { memoryPair } from '@acp-stack/rpc';
import { agent, client } from '@acp-stack/sdk';

const uri = 'file:///garden/beds.ts';
const before = ['plant(rose, 3);', 'plant(tulip, 5);', 'plant(oak, 1);'];

// #region agent
const gardener = serveNes(agent({ name: 'gardener', version: '1.0.0' }), { engine: editEngine() });
// #endregion agent

export async function main(): Promise<void> {
  const [agentSide, editorSide] = memoryPair();
  void gardener.serve(agentSide);
  const capabilities = nesClientCapabilities(['edit', 'jump']);
  await using connection = await client({ name: 'editor', version: '1.0.0' }, { capabilities }).connect(editorSide);

  // #region editor
  let show: (id: string) => void = () => undefined; // ghost text, with Tab to accept and Escape to dismiss
  const shown = new Promise<string>((resolve) => {
    show = resolve;
  });
  await using nes = await startNes(connection, {
    kinds: ['edit', 'jump'],
    onSuggestions: ([first]) => {
      if (first !== undefined) show(first.id);
    },
  });
  nes.open(uri, 'typescript', before.join('\n'));
  const rose = before.with(0, 'plant(rose, 3, { water: true });');
  nes.change(uri, rose.join('\n'));
  nes.change(uri, rose.with(1, 'plant(tulip, 5, { water: true });').join('\n'));
  const accepted: Suggestion | undefined = nes.accept(await shown);
  // #endregion editor

  assert.equal(accepted?.kind, 'edit');
  assert.deepEqual(accepted.edits, [
    { span: { start: { line: 2, column: 12 }, end: { line: 2, column: 12 } }, text: ', { water: true }' },
  ]);
}
