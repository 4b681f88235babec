/**
 * Proofs on the wire: a check passes for our agent, client or proxy, and fails for the same program behind a channel
 * that breaks the rule.
 *
 * A check only fails by an assertion. Anything else it throws is a mistake in the check and proves nothing.
 */
import { expect, test } from 'vitest';

import { findRequirement, verifies } from './requirement.ts';
import { sabotages } from './sabotage/break-rules.ts';
import { ProgramFixture } from './program-fixture.ts';

/** Judges the program that it puts up. */
type Check = (fixture: ProgramFixture) => Promise<void>;

interface WireProof {
  /** What the test is called; the rule's own words when absent. */
  readonly title?: string;
  readonly agent?: Check;
  readonly client?: Check;
  readonly proxy?: Check;
  /** Why a rule of both sides is not judged on both. */
  readonly oneSided?: string;
}

const sides = ['agent', 'client', 'proxy'] as const;

/**
 * Declares that each check holds for our program and does not when the rule `id`, and nothing else, is broken on the
 * wire.
 */
export function provesOnWire(id: string, proof: WireProof): void {
  requireSides(id, proof);
  const { title = findRequirement(id).text } = proof;
  for (const side of sides) {
    const check = proof[side];
    if (check === undefined) continue;
    test(verifies(id, `${side}: ${title}`), async () => {
      await tester(check, []);
      const verdict = await tester(check, [id]).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(verdict, `${id} is not proved: its check passes although the rule is broken`).toBeDefined();
      expect(verdict, `${id} is not proved: its check fails for another reason`).toMatchObject({
        name: 'AssertionError',
      });
    });
  }
}

async function tester(check: Check, switches: readonly string[]): Promise<void> {
  const fixture = new ProgramFixture(switches);
  try {
    await check(fixture);
  } finally {
    fixture.end();
  }
}

/** A rule is judged on those whose rule it is. */
function requireSides(id: string, proof: WireProof): void {
  const side = sabotages[id]?.side;
  const judged = sides.filter((each) => proof[each] !== undefined);
  if (side === undefined) throw new Error(`there is no sabotage for ${id}`);
  if (judged.length === 0) throw new Error(`${id} has no check`);
  if (side !== 'both' && !judged.includes(side)) throw new Error(`${id} is a rule of the ${side}`);
  const isWhole = proof.proxy !== undefined || (proof.agent !== undefined && proof.client !== undefined);
  if (side === 'both' && !isWhole && proof.oneSided === undefined) {
    throw new Error(`${id} is a rule of both sides: tester both, or say why not`);
  }
}
