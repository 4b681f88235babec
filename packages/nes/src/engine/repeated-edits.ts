/**
 * Edits that the user has made more than once, offered at the next place where they fit and enough speaks for it.
 *
 * Lines that the user changed are left alone, and nothing that the user did is ever undone.
 */
import { confidenceIn } from './confidence.ts';
import type { LineEdit } from './edit-tracker.ts';
import { evidenceFor, type Place } from './evidence.ts';
import { acceptable, companionsOf, renamed, together } from './habit-lines.ts';
import type { Habit } from './habits.ts';
import { manyPlaces, type Proposal } from './proposal.ts';
import type { Site } from './sites.ts';

/** Edits after which a habit is carried to documents that the user is not in. */
const supportElsewhere = 3;

export interface RepeatedOptions {
  /** The latest edits, from which the habits were learned. */
  readonly edits: readonly LineEdit[];
  /** How much has to speak for a proposal. */
  readonly leastConfidence: number;
}

/** The place for which most speaks, if that is enough. */
export function proposeRepeated(
  habits: readonly Habit[],
  site: Site,
  { edits, leastConfidence }: RepeatedOptions,
): Proposal | undefined {
  const places = habits.flatMap((habit) => {
    if (site.isElsewhere && habit.support < supportElsewhere) return [];
    const place = nextPlace(habit, habits, site);
    if (place === undefined) return [];
    const evidence = evidenceFor(place, site, edits);
    const isPassedOver = evidence.passed > evidence.support;
    const confidence = confidenceIn(evidence);
    return isPassedOver || confidence < leastConfidence ? [] : [{ ...place, confidence }];
  });
  const best = mostOf(places, ({ confidence }) => confidence);
  if (best === undefined) return undefined;
  // What is done there is done to all of the line for which enough speaks.
  const same = places.filter(({ line, habit }) => line === best.line && habit.key === best.habit.key);
  return proposalFor(mostOf([best, ...same], ({ replacements }) => replacements.length) ?? best, site);
}

/** The first of those that are worth most. */
function mostOf<Item>(items: readonly Item[], worth: (item: Item) => number): Item | undefined {
  let best: Item | undefined;
  for (const item of items) if (best === undefined || worth(item) > worth(best)) best = item;
  return best;
}

/** The next place where a habit fits, with the habits that always come along with it. */
function nextPlace(habit: Habit, all: readonly Habit[], site: Site): Place | undefined {
  const habits = [habit, ...companionsOf(habit, all)];
  const { languageId } = site;
  const fits = (line: string, some: readonly Habit[]): boolean =>
    some.every((each) => acceptable(each, line, languageId).length > 0);
  const word = habit.template.needle;
  const line = site.next({ word, test: (text) => fits(text, habits) });
  if (line === undefined) return undefined;
  const wanted = { word, test: (text: string) => fits(text, [habit]) };
  return { habit, habits, wanted, line, replacements: together(habits, site.line(line), languageId) };
}

function proposalFor({ habit, wanted, line, replacements }: Place, site: Site): Proposal {
  const { key, support } = habit;
  const rename = support < 3 ? undefined : renamed(habit);
  return {
    key,
    support,
    uri: site.uri,
    line,
    replacements,
    ...(rename === undefined ? {} : { rename: { ...rename, remaining: site.count(wanted, manyPlaces) } }),
  };
}
