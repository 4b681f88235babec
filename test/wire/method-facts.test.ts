/** The facts of every method: direction, versions, gate and errors, reviewed once and pinned. */
import { readFileSync } from 'node:fs';

import type { Gate, MethodSpec } from '@acp-stack/schema';
import * as v1 from '@acp-stack/schema/v1/unstable';
import * as v2 from '@acp-stack/schema/v2/unstable';
import { expect, test } from 'vitest';

interface Facts {
  readonly stability: string;
  readonly gate: string;
  readonly errors: readonly number[];
}

interface MethodFacts {
  readonly direction: string;
  readonly kind: string;
  readonly v1?: Facts;
  readonly v2?: Facts;
}

const pinned = JSON.parse(readFileSync(new URL('method-facts.json', import.meta.url), 'utf8')) as Record<
  string,
  MethodFacts
>;

function gateText(gate: Gate | undefined): string {
  if (gate === undefined) return '';
  return gate.kind === 'capability' ? `${gate.side} ${gate.paths.join(' or ')}` : `${gate.kind} ${gate.field}`;
}

test.each([
  ['v1', v1.methods],
  ['v2', v2.methods],
] as const)('the methods of %s are as pinned', (version, methods) => {
  const found = Object.values(methods as Readonly<Record<string, MethodSpec>>).map(
    ({ name, direction, kind, stability, gate, errors }) => [
      name,
      { direction, kind, stability, gate: gateText(gate), errors },
    ],
  );
  const wanted = Object.entries(pinned).flatMap(([name, { direction, kind, [version]: facts }]) =>
    facts === undefined ? [] : [[name, { direction, kind, ...facts }]],
  );
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
});
