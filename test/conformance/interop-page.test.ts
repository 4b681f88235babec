/** docs/interop.md is what `npm run judge:agents` writes from the stored results. */
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { brokenRules, interopPage, resultOf } from '../../scripts/agents/interop-page.mjs';

const docs = new URL('../../docs/', import.meta.url);

test('the page is what the stored results say', () => {
  const results = JSON.parse(readFileSync(new URL('interop.json', docs), 'utf8')) as Parameters<typeof interopPage>[0];
  expect(interopPage(results)).toBe(readFileSync(new URL('interop.md', docs), 'utf8'));
});

const verdict = {
  level: 'MUST',
  set: 'stable',
  version: 1,
  area: 'prompt',
  scenario: 'prompt/x',
  evidence: [],
} as const;

test('a report becomes a row, its broken rules in words, and the reasons for what was not tested', () => {
  const report = {
    suite: 7,
    side: 'agent',
    versions: [1],
    summary: { passed: 1, failed: 1, warned: 0, 'not-offered': 0, 'not-tested': 2 },
    verdicts: [
      {
        ...verdict,
        rule: 'A-1',
        outcome: 'failed',
        text: 'It is | kept',
        link: 'https://example.com/a',
        found: 'Not.',
      },
      { ...verdict, rule: 'A-2', outcome: 'passed', text: 'Kept', found: '' },
      { ...verdict, rule: 'A-3', outcome: 'not-tested', text: 'Open', found: 'It needs a login.' },
      { ...verdict, rule: 'A-4', scenario: undefined, outcome: 'not-tested', text: 'None', found: 'No scenario.' },
    ],
  } as const;
  const judged = resultOf({ name: 'rose', program: '@garden/rose@1.2.3', date: '2026-01-02', report });
  const missing = resultOf({ name: 'thorn', program: 'thorn@4', date: '2026-01-02', why: 'it could not be installed' });
  const page = interopPage({ rules: brokenRules(report), results: [judged, missing] });
  expect(page).toContain('| @garden/rose 1.2.3 | 2026-01-02 | 7 | 1 | 1 | 1 | 0 | 1 |');
  expect(page).toContain('| thorn 4 | 2026-01-02 | | not judged: it could not be installed |');
  expect(page).toContain('- **A-1** (MUST): [It is | kept](https://example.com/a)\n  - @garden/rose 1.2.3 (v1): Not.');
  expect(page).toContain('- @garden/rose 1.2.3: It needs a login (1).');
  expect(page).not.toContain('No scenario.');
});
