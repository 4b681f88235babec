/**
 * How sure one may be that a habit is to be followed at a place.
 *
 * Each row adds its points when it holds; the sum is the logarithm of the odds that the user wants the edit. The points were fitted to the histories of
 * public repositories that `bench/nes.mjs` plays, which are named where its figures are.
 */
import type { Evidence } from './evidence.ts';

const start = -1.3;

const points: readonly (readonly [number, (evidence: Evidence) => boolean])[] = [
  [1.2, ({ kind }) => kind === 'rename'],
  [0.4, ({ kind }) => kind === 'replacement'],
  [-0.8, ({ kind }) => kind === 'insertion'],
  [0.8, ({ kind }) => kind === 'removal'],
  [0.2, ({ support }) => support >= 3],
  [0.3, ({ support }) => support >= 6],
  [0.2, ({ supportHere }) => supportHere >= 2],
  [0.5, ({ supportHere }) => supportHere >= 4],
  [-0.7, ({ supportHere }) => supportHere === 0],
  [-1.1, ({ passed }) => passed > 0],
  [-0.4, ({ passed, support }) => passed * 2 >= support],
  [-0.1, ({ passedLately }) => passedLately > 0],
  [-1.0, ({ passedLately }) => passedLately >= 4],
  [-1.0, ({ isKept }) => isKept],
  [-0.2, ({ age }) => age >= 2],
  [-0.3, ({ distance }) => distance > 3],
  [-0.3, ({ distance }) => distance > 30],
  [-0.3, ({ distance }) => distance > 100],
  [0.5, ({ context }) => context >= 2],
  [0.3, ({ context }) => context >= 4],
  [0.4, ({ context }) => context >= 6],
  [0.5, ({ likeness }) => likeness >= 0.5],
  [0.4, ({ likeness }) => likeness >= 0.7],
  [0.6, ({ kind, likeness }) => kind === 'removal' && likeness >= 0.7],
  [0.9, ({ kind, likeness }) => kind === 'insertion' && likeness >= 0.7],
  [-0.2, ({ isOutside }) => isOutside],
  [-0.3, ({ kind, isOutside }) => kind === 'rename' && isOutside],
  [0.4, ({ isSameDepth }) => isSameDepth],
  [-0.4, ({ length }) => length === 1],
  [-0.3, ({ length }) => length > 0 && length <= 6],
  [0.5, ({ isWhole }) => isWhole],
  [0.6, ({ hasCompanions }) => hasCompanions],
  [-0.3, ({ isMultiple }) => isMultiple],
  [1.0, ({ isString }) => isString],
  [1.3, ({ isNumber }) => isNumber],
  [-1.9, ({ certain }) => certain === 0],
  [-1.0, ({ certain }) => certain === 1],
  [-0.5, ({ isDeclaration }) => isDeclaration],
  [-0.3, ({ isNewKnown }) => isNewKnown],
  [0.5, ({ hasNew }) => hasNew],
  [0.7, ({ isDistinct }) => isDistinct],
  [-0.4, ({ isDistinct, isOutside }) => isDistinct && isOutside],
  [-0.2, ({ isCapital }) => isCapital],
  [0.4, ({ isCapital, isOutside }) => isCapital && isOutside],
  [-0.3, ({ isGeneral }) => isGeneral],
];

export function confidenceIn(evidence: Evidence): number {
  return points.reduce((sum, [worth, holds]) => (holds(evidence) ? sum + worth : sum), start);
}
