/**
 * The rules of the protocol as data, and how tests refer to them.
 *
 * A test cites a rule with `verifies`. A rule counts as proved when its test also fails against something that breaks
 * exactly that rule; such a test is declared with `proves`, or with `provesOnWire` where the rule is about what
 * programs say to each other.
 */
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

export interface Requirement {
  readonly id: string;
  readonly area: string;
  readonly level: 'MUST' | 'MUST NOT' | 'SHOULD' | 'SHOULD NOT' | 'MAY';
  /** Where the specification demands less: the first entry that fits has the word. */
  readonly weaker?: readonly {
    readonly version?: 1 | 2;
    readonly side?: 'agent' | 'client';
    readonly level: 'SHOULD';
  }[];
  readonly versions: readonly (1 | 2)[];
  readonly stability: 'stable' | 'unstable' | 'draft';
  /** The page that states it. */
  readonly source: string;
  readonly text: string;
  readonly status: 'planned' | 'done';
  /** Why nothing can break this rule on purpose. */
  readonly unprovable?: string;
}

export const requirements = JSON.parse(
  readFileSync(new URL('requirements.json', import.meta.url), 'utf8'),
) as readonly Requirement[];

const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]));

/** The rule with this id; throws when there is none. */
export function findRequirement(id: string): Requirement {
  const requirement = byId.get(id);
  if (requirement === undefined) throw new Error(`there is no requirement ${id}`);
  return requirement;
}

/** Names a test after what it shows and the requirement that asks for it. */
export function verifies(id: string, title: string): string {
  return `${title} [${findRequirement(id).id}]`;
}

/** Declares that `verify` holds for `real` and does not for `sabotaged`, which breaks this rule alone. */
export function proves<T>(
  id: string,
  { real, sabotaged, verify }: { real: T; sabotaged: T; verify: (subject: T) => void },
): void {
  test(verifies(id, findRequirement(id).text), () => {
    verify(real);
    expect(() => {
      verify(sabotaged);
    }, `${id} is not proved: its test passes although the rule is broken`).toThrow();
  });
}

/** Like `proves`, for a check that takes time. */
export function provesLater<T>(
  id: string,
  check: (subject: T) => Promise<void>,
  { real, sabotaged }: { real: T; sabotaged: T },
): void {
  test(verifies(id, findRequirement(id).text), async () => {
    await check(real);
    const verdict = await check(sabotaged).catch((error: unknown) => error);
    expect(verdict, `${id} is not proved: its check passes although the rule is broken`).toMatchObject({
      name: 'AssertionError',
    });
  });
}
