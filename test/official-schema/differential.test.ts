/**
 * Compares verdicts on messages: our validators, the official schema and our own JSON Schema must agree.
 *
 * Messages are generated from the schemas, then changed in one place each. A short seeded run by default, a long one
 * with `ACP_LONG=1`. A failure shows the smallest message that was found.
 */
import { oneof } from 'fast-check';
import { describe, expect, test } from 'vitest';

import { repair } from '../../packages/schema/src/validate/repair.ts';
import { expectAgreement, searchTimeout as timeout } from './agreement.ts';
import { withoutDrafts } from './draft-free-schema.ts';
import { createInstances } from './instances.ts';
import { createSchemaValidator } from './schema-validator.ts';
import { matchDefinitions } from './matching.ts';
import { receivedDocument } from './received-schema.ts';
import { reviewed } from './reviewed-differences.ts';
import { adjust, leniencies, type Leniency } from './reviewed-leniencies.ts';
import { type MeasuredSurface, surfaces } from './surfaces.ts';
import { explain, ownVerdict, type Verdict } from './verdicts.ts';
import { vocabularyOf } from './vocabulary.ts';

/** Our name for every official definition; envelopes are compared by the yardstick. */
function comparable({ official, definitions }: MeasuredSurface): Map<string, string> {
  const pairs = [...matchDefinitions(official, definitions)].flatMap(([name, ours]): [string, string][] =>
    ours === undefined || name in reviewed.rules.envelopes.official ? [] : [[name, ours]],
  );
  return new Map(pairs);
}

/** Asks the official schema of `surface`, changed by `list`. */
function createOfficialVerdict(
  { official, name }: MeasuredSurface,
  list: readonly Leniency[],
): (definition: string, value: unknown) => Verdict {
  const exact = createSchemaValidator(adjust(official, name, 'exact', list));
  const mended = createSchemaValidator(adjust(official, name, 'mended', list));
  return (definition, value) => {
    const isExact = exact(definition, value);
    return { exact: isExact, mended: isExact || mended(definition, value) };
  };
}

describe.each(surfaces)('$name and the official schema', (surface) => {
  const officialVerdict = createOfficialVerdict(surface, leniencies);
  const literalVerdict = createOfficialVerdict(surface, []);
  const instances = createInstances(surface.official);
  const ownInstances = createInstances(withoutDrafts(surface.own));
  const vocabulary = vocabularyOf(surface, surface.official);
  const pairs = comparable(surface);
  const ownName = (definition: string): string => pairs.get(definition) ?? '';
  const refusal = (definition: string, value: unknown): string | undefined => {
    const ours = ownVerdict(surface, ownName(definition), value);
    const official = officialVerdict(definition, value);
    const isAccepted = official.exact && ours.exact;
    return isAccepted ? undefined : explain(surface, ownName(definition), value, { official, ours });
  };

  test('what the official schema allows is accepted without repairs', { timeout }, () => {
    expectAgreement(pairs.keys(), (definition) => ({
      values: instances(definition),
      disagreement: (value) => refusal(definition, value),
    }));
  });

  test('what our schema allows is accepted by the official one', { timeout }, () => {
    expectAgreement(pairs.keys(), (definition) => ({
      values: ownInstances(ownName(definition)),
      disagreement: (value) => refusal(definition, value),
    }));
  });

  test('a changed message gets the same verdict, as it stands and after repairs', { timeout }, () => {
    const tally = { exact: 0, mended: 0, refused: 0 };
    expectAgreement(pairs.keys(), (definition) => ({
      values: oneof(instances(definition), ownInstances(ownName(definition))),
      vocabulary,
      disagreement: (value) => {
        const ours = ownVerdict(surface, ownName(definition), value);
        const official = officialVerdict(definition, value);
        tally[ours.exact ? 'exact' : ours.mended ? 'mended' : 'refused'] += 1;
        const isAgreed = official.exact === ours.exact && official.mended === ours.mended;
        return isAgreed ? undefined : explain(surface, ownName(definition), value, { official, ours });
      },
    }));
    // Changes that all lead to one verdict would prove nothing.
    expect(Math.min(...Object.values(tally))).toBeGreaterThan(pairs.size);
  });

  const listed = leniencies.filter((each) => each.surfaces.includes(surface.name));
  test.each(listed)('$definition differs ($level): $reason', ({ definition, level, example }) => {
    const ours = ownVerdict(surface, ownName(definition), example)[level];
    expect(literalVerdict(definition, example)[level]).toBe(!ours);
    expect(officialVerdict(definition, example)[level]).toBe(ours);
  });
});

describe.each(surfaces)('$name and our JSON Schema', (surface) => {
  const judge = createSchemaValidator(receivedDocument(surface.own));
  const instances = createInstances(surface.own);
  const vocabulary = vocabularyOf(surface, surface.own);
  const verdictsOn = (definition: string, value: unknown): { schema: boolean; fast: boolean; slow: boolean } => {
    const slow = repair(surface.generatedDefinitions, definition, value);
    return {
      schema: judge(definition, value),
      fast: ownVerdict(surface, definition, value).exact,
      slow: slow.ok && slow.repairs.length === 0,
    };
  };

  test('what the schema allows is accepted without repairs', { timeout }, () => {
    expectAgreement(Object.keys(surface.own.$defs), (definition) => ({
      values: instances(definition),
      disagreement: (value) => {
        const verdicts = verdictsOn(definition, value);
        const isAccepted = verdicts.schema && verdicts.fast && verdicts.slow;
        return isAccepted ? undefined : explain(surface, definition, value, verdicts);
      },
    }));
  });

  test('a changed message gets the same verdict from the schema, the fast check and the slow one', { timeout }, () => {
    expectAgreement(Object.keys(surface.own.$defs), (definition) => ({
      values: instances(definition),
      vocabulary,
      disagreement: (value) => {
        const verdicts = verdictsOn(definition, value);
        const isAgreed = verdicts.schema === verdicts.fast && verdicts.fast === verdicts.slow;
        return isAgreed ? undefined : explain(surface, definition, value, verdicts);
      },
    }));
  });
});
