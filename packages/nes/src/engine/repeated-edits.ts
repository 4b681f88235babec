/**
 * Proposes edits that the user has repeated, at the next position where they match with enough confidence.
 *
 * Lines that the user changed are excluded, and edits of the user are never undone.
 */
import { confidenceIn } from './confidence.ts';
import type { LineEdit } from './edit-tracker.ts';
import { evidenceFor, type HabitMatch } from './evidence.ts';
import { HabitContext } from './habit-context.ts';
import { acceptable, companionsOf, renamed, together } from './habit-lines.ts';
import type { Habit } from './habits.ts';
import { manyPlaces, type Proposal } from './proposal.ts';
import type { CandidateLines, Wanted } from './candidate-lines.ts';
import { isWord } from './tokens.ts';

/** The number of edits after which a habit is applied in other documents. */
const supportElsewhere = 3;

export interface RepeatedOptions {
  /** The latest edits, from which the habits were learned. */
  readonly edits: readonly LineEdit[];
  /** The minimum confidence of a proposal. */
  readonly minimumConfidence: number;
}

/** Proposes the position with the highest confidence, if it is high enough. */
export function proposeRepeated(
  habits: readonly Habit[],
  candidates: CandidateLines,
  { edits, minimumConfidence }: RepeatedOptions,
): Proposal | undefined {
  const positions = habits.flatMap((habit) => {
    if (habit.template.needle === '' || (candidates.isElsewhere && habit.support < supportElsewhere)) return [];
    const { languageId } = candidates;
    const test = (line: string): boolean => acceptable(habit, line, languageId).length > 0;
    const wanted = { word: habit.template.needle, test };
    let context: HabitContext | undefined;
    for (const match of nextMatches(habit, habits, candidates)) {
      context ??= new HabitContext(habit, wanted, candidates, edits);
      const evidence = evidenceFor(match, context, candidates);
      const isPassedOver = evidence.passed > evidence.support;
      const confidence = confidenceIn(evidence);
      if (!isPassedOver && confidence >= minimumConfidence) return [{ ...match, wanted, confidence }];
    }
    return [];
  });
  const best = mostOf(positions, ({ confidence }) => confidence);
  if (best === undefined) return undefined;
  // All confident replacements in the same line are proposed together.
  const same = positions.filter(({ line, habit }) => line === best.line && habit.key === best.habit.key);
  return proposalFor(mostOf([best, ...same], ({ replacements }) => replacements.length) ?? best, candidates);
}

/** The first item with the highest worth. */
function mostOf<Item>(items: readonly Item[], worth: (item: Item) => number): Item | undefined {
  let best: Item | undefined;
  for (const item of items) if (best === undefined || worth(item) > worth(best)) best = item;
  return best;
}

/** The maximum number of positions of one kind, the next first. */
const maxPlaces = 2;

/**
 * The next positions where a habit matches: first together with all of its companions, then without some of them, then
 * where a word has another role than in the examples.
 */
function* nextMatches(habit: Habit, all: readonly Habit[], candidates: CandidateLines): Generator<HabitMatch> {
  const companions = companionsOf(habit, all);
  const { languageId } = candidates;
  const word = habit.template.needle;
  const seen = new Set<number>();
  const ways = [
    { habits: [habit, ...companions], anyPart: false },
    ...(companions.length > 0 ? [{ habits: [habit], anyPart: false }] : []),
    ...(isAnyWord(habit) ? [{ habits: [habit], anyPart: true }] : []),
  ];
  for (const { habits, anyPart } of ways) {
    const test = (text: string): boolean =>
      habits.every((each) => acceptable(each, text, languageId, anyPart).length > 0);
    let count = 0;
    for (const line of candidates.nextLines({ word, test })) {
      if ((count += 1) > maxPlaces) break;
      if (seen.has(line)) continue;
      seen.add(line);
      const replacements = together(habits, candidates.line(line), languageId, anyPart);
      yield { habit, habits, line, replacements, lacksCompanions: habits.length <= companions.length, anyPart };
    }
  }
}

/** Whether a habit is about a single word in any context. */
const isAnyWord = ({ template: { units, left, old, right } }: Habit): boolean =>
  left.length + right.length === 0 && old.length === 1 && isWord(units[0]?.old[0]);

function proposalFor(
  { habit, wanted, line, replacements }: HabitMatch & { readonly wanted: Wanted },
  candidates: CandidateLines,
): Proposal {
  const { key, support } = habit;
  const rename = support < 3 ? undefined : renamed(habit);
  return {
    key,
    support,
    uri: candidates.uri,
    line,
    replacements,
    ...(rename === undefined ? {} : { rename: { ...rename, remaining: candidates.count(wanted, manyPlaces) } }),
  };
}
