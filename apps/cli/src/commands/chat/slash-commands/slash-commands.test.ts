import { expect, test } from 'vitest';

import type { SlashCommandParts } from './slash-command.ts';
import { slashCommands } from './slash-commands.ts';

/** A chat with an agent that has `names` as its commands, and a count of how often the user left it. */
function chatWith(...names: readonly string[]): { readonly parts: SlashCommandParts; readonly left: () => number } {
  let left = 0;
  const availableCommands = names.map((name) => ({ name, description: '' }));
  const parts = {
    conversation: { isLost: false, store: { snapshot: () => ({ availableCommands }) } },
    ui: { leave: () => (left += 1), changed: () => undefined, note: () => undefined },
  } as unknown as SlashCommandParts;
  return { parts, left: () => left };
}

test('/exit is another word for /quit, and is not listed twice', () => {
  const { parts, left } = chatWith();
  const commands = slashCommands(parts);
  expect(commands.run('/quit')).toBe(true);
  expect(commands.run('/exit')).toBe(true);
  expect(commands.run('//exit')).toBe(true);
  expect(left()).toBe(3);
  expect(commands.list().map(({ name }) => name)).not.toContain('/exit');
});

test('/exit of an agent stays that of the agent', () => {
  const { parts, left } = chatWith('exit');
  expect(slashCommands(parts).run('/exit')).toBe(false);
  expect(left()).toBe(0);
});
