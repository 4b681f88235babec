import { expect, test } from 'vitest';

import { confidenceIn } from './confidence.ts';
import type { Evidence } from './evidence.ts';

const fair: Evidence = {
  kind: 'rename',
  support: 2,
  supportHere: 2,
  passed: 0,
  passedLately: 0,
  isKept: false,
  age: 0,
  distance: 2,
  context: 2,
  likeness: 0.6,
  isOutside: false,
  isSameDepth: true,
  length: 8,
  isWhole: true,
  hasCompanions: false,
  isMultiple: false,
  isString: false,
  isNumber: false,
  certain: 2,
  isDeclaration: false,
  isNewKnown: false,
  hasNew: false,
  isGeneral: false,
  isDistinct: false,
  isCapital: false,
};

const better: readonly Partial<Evidence>[] = [
  { support: 6, supportHere: 6 },
  { context: 6 },
  { likeness: 0.9 },
  { isDistinct: true },
  { hasCompanions: true },
];
const worse: readonly Partial<Evidence>[] = [
  { passed: 1 },
  { passed: 5, passedLately: 5 },
  { isKept: true },
  { age: 5 },
  { distance: 400 },
  { context: 0 },
  { likeness: 0.1 },
  { isOutside: true },
  { isSameDepth: false },
  { supportHere: 0 },
  { certain: 0 },
  { certain: 1 },
  { isWhole: false },
  { isNewKnown: true },
  { isGeneral: true },
  { length: 1 },
];

test.each(better.map((evidence) => [evidence]))('rises with %o', (evidence) => {
  expect(confidenceIn({ ...fair, ...evidence })).toBeGreaterThan(confidenceIn(fair));
});

test.each(worse.map((evidence) => [evidence]))('falls with %o', (evidence) => {
  expect(confidenceIn({ ...fair, ...evidence })).toBeLessThan(confidenceIn(fair));
});
