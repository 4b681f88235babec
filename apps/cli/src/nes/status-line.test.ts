import { expect, test } from 'vitest';

import { widthOf } from '../chat/text/line.ts';
import { statusLine, type Status } from './status-line.ts';

const status: Status = {
  file: 'beds.ts',
  isChanged: false,
  hasOthers: false,
  agent: 'florist',
  state: { kind: 'ready' },
  hint: '',
  message: '',
  question: '',
  place: '1:1',
};

test('what can be done about an agent without suggestions fits into 80 columns', () => {
  const words = 'no suggestions from this agent; name another behind --';
  expect(statusLine({ ...status, state: { kind: 'gone', words } }, 80, false)).toContain(`${words} `);
});

test.each([true, false])('what does not fit says that it goes on; with colours: %s', (hasColours) => {
  const shown = statusLine({ ...status, message: 'rose '.repeat(40) }, 40, hasColours);
  // oxlint-disable-next-line no-control-regex -- the colours are what is taken away
  const text = shown.replaceAll(/\u001B\[[\d;]*m/gu, '');
  expect(text).toMatch(/ro?s?e? ?… 1:1 $/u);
  expect(widthOf(text)).toBe(40);
});
