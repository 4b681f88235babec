import type { AvailableCommand } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { composerNote, type NoteParts } from './composer-note.ts';

const commands = [
  { name: 'plan', description: 'Plans', input: { type: 'text', hint: 'what to plan' } },
  { name: 'compact', description: 'Compacts' },
] as unknown as readonly AvailableCommand[];
const open = { canWrite: true, canSend: true, reason: undefined };
const say = (text: string, parts: Partial<NoteParts> = {}): string | undefined =>
  composerNote({ state: open, note: undefined, text, commands, ...parts })?.text;

test('what went wrong comes before why nothing can be sent', () => {
  const state = { canWrite: true, canSend: false, reason: 'Not connected.' };
  expect(say('x', { state, note: { kind: 'error', text: 'Refused.' } })).toBe('Refused.');
  expect(say('x', { state })).toBe('Not connected.');
});

test.each([
  ['/plan ', '/plan: what to plan'],
  ['/plan the garden', undefined],
  ['/compact ', undefined],
  ['/plna the garden', 'The agent has no command /plna, so this is sent as text.'],
  ['/plna', undefined],
  ['hello', undefined],
])('for %j it says %j', (text, words) => {
  expect(say(text)).toBe(words);
});
