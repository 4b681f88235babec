/**
 * The confidence that a habit should be applied at a position.
 *
 * Each row adds its points if its condition holds; the sum is the logarithm of the odds that the user wants the edit.
 * The points were fitted to the histories of public repositories that `bench/nes.mjs` replays; its results name them.
 */
import type { Evidence } from './evidence.ts';

const start = -0.7;

const points: readonly (readonly [number, (evidence: Evidence) => boolean])[] = [
  [0.8, ({ kind }) => kind === 'rename'],
  [0.1, ({ kind }) => kind === 'replacement'],
  [0.2, ({ kind }) => kind === 'removal'],
  [-1.0, ({ kind }) => kind === 'insertion'],
  [0.9, ({ kind, likeness }) => kind === 'insertion' && likeness >= 0.7],
  [0.3, ({ support }) => support >= 3],
  [0.2, ({ supportHere }) => supportHere >= 4],
  [-0.9, ({ supportHere }) => supportHere === 0],
  [0.6, ({ supportHere, isIntroduced }) => supportHere === 0 && isIntroduced],
  [0.4, ({ near }) => near >= 1],
  [0.3, ({ near }) => near >= 3],
  [-0.7, ({ passed }) => passed > 0],
  [-1.1, ({ passed, likeness, likenessPassed }) => passed > 0 && likenessPassed >= likeness],
  [-0.9, ({ likeness, likenessPassed }) => likenessPassed > likeness],
  [-1.1, ({ before }) => before >= 1],
  [-0.1, ({ before }) => before >= 3],
  [-1.1, ({ isKept }) => isKept],
  [-0.1, ({ age }) => age >= 2],
  [-0.1, ({ age }) => age >= 8],
  [-0.5, ({ gap }) => gap > 3],
  [0.4, ({ context }) => context >= 2],
  [0.2, ({ context }) => context >= 4],
  [0.2, ({ context }) => context >= 6],
  [0.2, ({ likeness }) => likeness >= 0.5],
  [0.2, ({ likeness }) => likeness >= 0.7],
  [0.8, ({ likeness }) => likeness >= 0.9],
  [-0.1, ({ isOutside }) => isOutside],
  [0.2, ({ isSameDepth }) => isSameDepth],
  [-0.2, ({ length }) => length > 0 && length <= 6],
  [0.4, ({ isWhole }) => isWhole],
  [0.4, ({ hasCompanions }) => hasCompanions],
  [-1.1, ({ lacksCompanions }) => lacksCompanions],
  [0.7, ({ isString }) => isString],
  [0.5, ({ isNumber }) => isNumber],
  [-2.4, ({ certain }) => certain === 0],
  [-2.0, ({ certain }) => certain === 1],
  [-0.3, ({ isNewKnown }) => isNewKnown],
  [0.6, ({ isDistinct }) => isDistinct],
  [-0.4, ({ isDistinct, isOutside }) => isDistinct && isOutside],
  [-0.8, ({ isGeneral }) => isGeneral],
  [-1.1, ({ isOtherPart }) => isOtherPart],
  [0.5, ({ isOtherPart, isDistinct }) => isOtherPart && isDistinct],
];

export function confidenceIn(evidence: Evidence): number {
  return points.reduce((sum, [worth, holds]) => (holds(evidence) ? sum + worth : sum), start);
}
