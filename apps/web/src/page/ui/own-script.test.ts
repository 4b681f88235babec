// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { ownScript } from './own-script.ts';

test('only scripts of the own origin are run', () => {
  expect(ownScript(`${location.origin}/assets/worker.js`)).toBe(`${location.origin}/assets/worker.js`);
  expect(() => ownScript('https://example.org/worker.js')).toThrow('Only scripts of this page are run.');
});
