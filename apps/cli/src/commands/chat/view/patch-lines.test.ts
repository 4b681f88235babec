import { expect, test } from 'vitest';

import { patchLines } from './patch-lines.ts';

test('control characters in a patch are escaped, and tabs are spaces', () => {
  const lines = patchLines('@@ -1 +1 @@\n-a\u001b[2J\n+\tb\u202e\n');
  expect(lines.map(({ text }) => text)).toEqual(['@@ -1 +1 @@', '-a␛[2J', '+    b⟨202E⟩']);
});
