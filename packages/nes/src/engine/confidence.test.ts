import { expect, test } from 'vitest';

import { confidenceIn } from './confidence.ts';
import type { Evidence } from './evidence.ts';

const fair: Evidence = {
  kind: 'rename',
  support: 2,
  supportHere: 2,
  near: 0,
  passed: 0,
  before: 0,
  isKept: false,
  age: 0,
  gap: 1,
  context: 2,
  likeness: 0.6,
  likenessPassed: 0,
  isOutside: false,
  isSameDepth: true,
  length: 8,
  isWhole: true,
  hasCompanions: false,
  lacksCompanions: false,
  isString: false,
  isNumber: false,
  certain: 2,
  isOtherPart: false,
  isNewKnown: false,
  isIntroduced: false,
  isGeneral: false,
  isDistinct: false,
};

const better: readonly Partial<Evidence>[] = [
  { support: 6, supportHere: 6 },
  { context: 6 },
  { likeness: 0.9 },
  { isDistinct: true },
  { hasCompanions: true },
  { near: 1 },
  { near: 3 },
];
const worse: readonly Partial<Evidence>[] = [
  { passed: 1 },
  { passed: 1, likenessPassed: 0.6 },
  { passed: 5, likenessPassed: 0.9 },
  { before: 1 },
  { before: 3 },
  { isKept: true },
  { age: 5 },
  { gap: 20 },
  { context: 0 },
  { likeness: 0.1 },
  { isOutside: true },
  { isSameDepth: false },
  { supportHere: 0 },
  { certain: 0 },
  { certain: 1 },
  { isWhole: false },
  { lacksCompanions: true },
  { isOtherPart: true },
  { isOtherPart: true, isDistinct: true, isOutside: true },
  { isNewKnown: true },
  { isGeneral: true },
  { length: 1 },
];

test.each(better.map((evidence) => [evidence]))('rises with %o', (evidence) => {
  expect(confidenceIn({ ...fair, ...evidence })).toBeGreaterThan(confidenceIn(fair));
});

test('a name that was brought into another document makes up for a part of what is missing there', () => {
  const elsewhere = { ...fair, supportHere: 0 };
  const brought = confidenceIn({ ...elsewhere, isIntroduced: true });
  expect(brought).toBeGreaterThan(confidenceIn(elsewhere));
  expect(brought).toBeLessThan(confidenceIn(fair));
});

test.each(worse.map((evidence) => [evidence]))('falls with %o', (evidence) => {
  expect(confidenceIn({ ...fair, ...evidence })).toBeLessThan(confidenceIn(fair));
});
