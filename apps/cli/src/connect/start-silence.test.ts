import { expect, test } from 'vitest';

import { startSilence } from './start-silence.ts';

test.each(['npx', '/usr/bin/npx', 'npx.cmd', 'uvx'])('gives %s the time to fetch a package', (command) => {
  expect(startSilence(command)).toBe(600_000);
});

test('gives up other programs after a minute without a word', () => {
  expect(startSilence('/opt/agents/florist')).toBe(60_000);
});
