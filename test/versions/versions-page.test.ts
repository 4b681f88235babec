import { readFileSync } from 'node:fs';

import { conversionTable } from '@acp-stack/bridge/conversion-table';
import { expect, test } from 'vitest';

import { versionsPage } from '../../scripts/versions-page.mjs';

const page = readFileSync(new URL('../../docs/concepts/versions.md', import.meta.url), 'utf8');

test('docs/concepts/versions.md is what the rows say', () => {
  expect(versionsPage(page, conversionTable)).toBe(page);
});

test('a row says what is lost exactly where something is', () => {
  const crossed = Object.entries(conversionTable).flatMap(([id, { toV2, toV1 }]) => [
    { name: `${id} toV2`, ...toV2 },
    { name: `${id} toV1`, ...toV1 },
  ]);
  const isSilent = crossed.filter(({ fidelity, loss }) => fidelity === 'lossy' && loss === undefined);
  const isWordy = crossed.filter(({ fidelity, loss }) => !['lossy', 'fails'].includes(fidelity) && loss !== undefined);
  expect([...isSilent, ...isWordy].map(({ name }) => name)).toEqual([]);
});
