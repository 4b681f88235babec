import type { PermissionDecision } from '@acp-stack/workspace/client';
import { expect, test } from 'vitest';

import { textOfLine } from '../../../tui/styled-line.ts';
import { answeredView } from './answered-view.ts';

test.each([
  [201, '  … 1 more line'],
  [202, '  … 2 more lines'],
])('a record of %i lines says how many are left out', (count, last) => {
  const question = {
    sessionId: 's',
    toolCallId: 'c',
    title: 'May I?',
    options: [],
    command: Array.from({ length: count }, (_, line) => `step ${line}`).join('\n'),
    paths: [],
    diffs: [],
  };
  const decision = { question, option: undefined, by: 'user' } as unknown as PermissionDecision;
  expect(answeredView(decision, { cwd: '/', width: 80 }).map(textOfLine).at(-1)).toBe(last);
});
