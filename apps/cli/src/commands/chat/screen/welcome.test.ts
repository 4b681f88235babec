import { expect, test } from 'vitest';

import { textOfLine } from '../../../tui/styled-line.ts';
import { welcomeLines, type WelcomeFacts } from './welcome.ts';

const facts: WelcomeFacts = {
  version: '1.0.0',
  agent: 'Gardener 2.0.0',
  folder: '~/garden',
  mode: 'Ask',
  model: 'rose-4',
  isSearchOnly: false,
  isNew: true,
};

const text = (more: Partial<WelcomeFacts> = {}): readonly string[] =>
  welcomeLines({ ...facts, ...more }).map(textOfLine);

test('a new chat says where it is, with which agent and model, and four things to type', () => {
  expect(text()).toEqual([
    'acp 1.0.0 · Gardener 2.0.0 · ~/garden',
    'Model: rose-4 · Mode: Ask',
    '  words      What is in this folder?',
    '  @name      mentions a file',
    '  !command   runs in your shell, and shares the output with the agent',
    '  /resume    opens an earlier session; /help explains the rest',
  ]);
});

test('an agent without a model says that it only searches, and where to read how to add one', () => {
  expect(text({ model: undefined, isSearchOnly: true })[1]).toBe(
    'Search-only: no model configured. /model explains how. · Mode: Ask',
  );
});

test('a session that is resumed begins without the tips', () => {
  expect(text({ isNew: false, mode: undefined, model: undefined })).toEqual(['acp 1.0.0 · Gardener 2.0.0 · ~/garden']);
});
