import { expect, test } from 'vitest';

import { widthOf } from '../../tui/styled-line.ts';
import { statusRows, type Status } from './status-line.ts';
import { sixteenColours, withoutColours } from '../../tui/theme.ts';

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
  const words = 'this agent has no suggestions; name another one after --';
  const shown = statusRows(
    { ...status, state: { kind: 'gone', words } },
    { columns: 80, rows: 24, theme: withoutColours },
  );
  expect(shown).toEqual([expect.stringContaining(`${words} `)]);
});

test.each([sixteenColours, withoutColours])(
  'what does not fit takes more rows, or says that it goes on; with the theme $name',
  (theme) => {
    const shownIn = (rows: number): readonly string[] =>
      statusRows({ ...status, message: `${'rose '.repeat(15)}oak` }, { columns: 40, rows, theme }).map((row) =>
        // oxlint-disable-next-line no-control-regex -- the colours are what is taken away
        row.replaceAll(/\u001B\[[\d;]*m/gu, ''),
      );
    for (const rows of [3, 6, 24]) expect(shownIn(rows).map(widthOf)).toEqual(shownIn(rows).map(() => 40));
    expect(shownIn(3)).toEqual([expect.stringMatching(/ro?s?e? ?…[ ─]* 1:1 $/u)]);
    expect(shownIn(6)).toEqual([expect.not.stringContaining('…'), expect.stringMatching(/…[ ─]* 1:1 $/u)]);
    const whole = shownIn(24).join(' ');
    expect(whole).not.toContain('…');
    expect([whole.match(/rose/gu)?.length, shownIn(24).at(-1)]).toEqual([15, expect.stringMatching(/oak[ ─]* 1:1 $/u)]);
  },
);

test('a suggestion never takes more rows', () => {
  const long = { ...status, hint: 'Tab jumps to '.repeat(9) };
  expect(statusRows(long, { columns: 40, rows: 24, theme: withoutColours })).toHaveLength(1);
});
