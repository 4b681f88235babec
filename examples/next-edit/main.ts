/** An editor that shows what the user will probably edit next, and agents that know it: one without a model, and one with an engine of its own. */
import assert from 'node:assert/strict';

import {
  applyAll,
  nesClientCapabilities,
  startNes,
  Text,
  type NesClient,
  type OfferedSuggestion,
} from '@acp-stack/nes';
import { memoryPair } from '@acp-stack/rpc';
import { client, type Agent } from '@acp-stack/sdk';

const uri = 'file:///garden/beds.ts';
const before = ['plant(rose, 3);', 'plant(tulip, 5);', 'plant(oak, 1);'];

// #region agent
import { withConfigOptions, editEngine, serveNes } from '@acp-stack/nes';
import { agent } from '@acp-stack/sdk';

const gardener = serveNes(agent({ name: 'gardener', version: '1.0.0' }), withConfigOptions(editEngine()));
// #endregion agent

// #region engine
import type { NesEngine } from '@acp-stack/nes';

let taken = 0;

/** Suggests to end the line of the cursor with a semicolon. */
const semicolons: NesEngine = {
  open: () => ({
    suggest: ({ document, position, signal }) => {
      signal.throwIfAborted(); // an engine that takes long listens to it
      const line = document.text.line(position.line);
      if (line === '' || line.endsWith(';')) return [];
      const end = { line: position.line, column: line.length };
      return [{ kind: 'edit', uri: document.uri, edits: [{ span: { start: end, end }, text: ';' }] }];
    },
    accepted: () => void (taken += 1), // and rejected(suggestion, reason)
  }),
};
const tidy = serveNes(agent({ name: 'tidy', version: '1.0.0' }), { engine: semicolons });
// #endregion engine

/** What the first suggestion of `app` makes of a text, after it became another one. */
async function accepted(app: Agent, text: string, changes: readonly string[]): Promise<string> {
  const [agentSide, channel] = memoryPair();
  void app.serve(agentSide);
  let show: (offered: readonly OfferedSuggestion[]) => void = () => undefined; // ghost text: Tab accepts, Escape dismisses
  const shown = new Promise<OfferedSuggestion>((resolve) => {
    show = ([first]) => first && resolve(first);
  });

  // #region editor
  const kinds = ['edit', 'jump'] as const; // what this editor can show
  await using connection = await client(
    { name: 'my-editor', version: '1.0.0' },
    { capabilities: nesClientCapabilities(kinds) },
  ).connect(channel);
  await using nes = await startNes(connection, {
    workspace: { workspaceUri: 'file:///garden' },
    kinds,
    onSuggestions: (offered) => show(offered), // whenever there is something else to show
    onLogin: async ([method]) => {
      await connection.login(method?.methodId ?? ''); // the agent wants a login: ask the user, then true
      return true;
    },
  });
  nes.open(uri, 'typescript', text);
  for (const each of changes) nes.change(uri, each); // the whole text, or replacements
  // #endregion editor

  // With an agent in memory, nothing else keeps the program alive until the pause is over after which the editor asks.
  const alive = setInterval(() => undefined, 1000);
  const { id } = await shown;
  clearInterval(alive);
  return take(nes, id, changes.at(-1) ?? text);
}

// #region accept
/** The text after the user took a suggestion over. */
function take(nes: NesClient, id: string, text: string): string {
  const suggestion = nes.accept(id);
  if (suggestion?.kind !== 'edit') return text;
  const after = String(applyAll(Text.from(text), suggestion.edits));
  nes.change(suggestion.uri, after); // the agent hears of it like of any change
  return after;
}
// #endregion accept

export async function main(): Promise<void> {
  const rose = before.with(0, 'plant(rose, 3, { water: true });');
  const tulip = rose.with(1, 'plant(tulip, 5, { water: true });');
  const watered = await accepted(gardener, before.join('\n'), [rose.join('\n'), tulip.join('\n')]);
  assert.equal(watered, tulip.with(2, 'plant(oak, 1, { water: true });').join('\n'));
  assert.equal(await accepted(tidy, '', ['plant(elm)']), 'plant(elm);');
  assert.equal(taken, 1);
}
