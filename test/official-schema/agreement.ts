/** Searches for a message on which verdicts differ, and shows the smallest one. */
import * as fc from 'fast-check';
import { expect } from 'vitest';

import { mutate, mutations, type Vocabulary } from './mutations.ts';
import { smallest } from './smallest.ts';

const isLong = process.env['ACP_LONG'] === '1';
/** Messages per definition, and changes per message. */
const messages = isLong ? 300 : 12;
const changes = isLong ? 30 : 10;
/** The long form looks somewhere else every time; what it finds is printed. */
const seed = isLong ? Date.now() % 2 ** 31 : 20_261_115;

/** How long a search through all definitions of a surface may take, in milliseconds. */
export const searchTimeout: number = isLong ? 3_600_000 : 60_000;

/** What is wrong about the verdicts on one message; undefined when they agree. */
type Disagreement = (value: unknown) => string | undefined;

interface Search {
  /** The messages to judge. */
  readonly values: fc.Arbitrary<unknown>;
  /** With a vocabulary, each message is also judged with one change at a time. */
  readonly vocabulary?: Vocabulary;
  readonly disagreement: Disagreement;
}

/** Searches every definition and fails with the shortest disagreements, which are nearest to their cause. */
export function expectAgreement(definitions: Iterable<string>, search: (definition: string) => Search): void {
  const failures = [...definitions].flatMap((definition) => {
    const failure = findDisagreement(search(definition));
    return failure === undefined ? [] : [`    ${definition}: ${failure}`];
  });
  if (failures.length === 0) return;
  const shortest = failures.toSorted((left, right) => left.length - right.length).slice(0, 8);
  expect.fail(`${failures.length} definitions disagree, the shortest messages are\n${shortest.join('\n')}`);
}

class Disagreeing extends Error {
  readonly value: unknown;

  constructor(value: unknown) {
    super(JSON.stringify(value));
    this.value = value;
  }
}

function findDisagreement({ values, vocabulary, disagreement }: Search): string | undefined {
  const insist = (value: unknown): void => {
    if (disagreement(value) !== undefined) throw new Disagreeing(value);
  };
  const count = vocabulary === undefined ? 0 : changes;
  const lists = fc.array(mutations, { minLength: count, maxLength: count });
  const property = fc.property(values, lists, (value, list) => {
    if (vocabulary === undefined) insist(value);
    else for (const mutation of list) insist(mutate(value, mutation, vocabulary));
  });
  const { errorInstance } = fc.check(property, { seed, numRuns: messages });
  if (errorInstance === null || errorInstance === undefined) return undefined;
  if (!(errorInstance instanceof Disagreeing)) throw new Error('the search broke', { cause: errorInstance });
  return disagreement(smallest(errorInstance.value, (value) => disagreement(value) !== undefined));
}
