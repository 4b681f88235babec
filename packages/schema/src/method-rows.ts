/**
 * Makes the method table of a version from its rows.
 *
 * A row is text, because it is loaded with every import of a version: name, direction, kind, the definitions of params and result,
 * versions and stability, then what only some methods have, each after its word and a colon.
 */
import { dictionary } from './dictionary.ts';
import type { Gate, MethodSpec, MethodTable, MethodTypes } from './method-table.ts';
import type { Validator } from './validator.ts';

/** The table of `rows`, whose definitions are looked up in `validators`. */
export function createMethods<M extends { readonly [K in keyof M]: MethodTypes }>(
  validators: object,
  rows: readonly string[],
): MethodTable<M> {
  const specs = rows.map((row) => methodSpec(validators as Readonly<Record<string, Validator<unknown>>>, row));
  const table: unknown = dictionary(Object.fromEntries(specs.map((spec) => [spec.name, spec])));
  return table as MethodTable<M>;
}

function methodSpec(
  validators: Readonly<Record<string, Validator<unknown>>>,
  row: string,
): { readonly [K in keyof MethodSpec]: unknown } {
  const [name, direction, kind, params = '', result = '', versions = '', stability, ...others] = row.split(' ');
  return {
    name,
    direction,
    kind,
    params: validators[params],
    result: validators[result],
    gate: readGate(others),
    versions: versions.split('').map(Number),
    stability,
    also: listAfter('also:', others),
    errors: listAfter('errors:', others).map(Number),
  };
}

const listAfter = (word: string, parts: readonly string[]): string[] =>
  parts.flatMap((part) => (part.startsWith(word) ? part.slice(word.length).split(',') : []));

/** `agent:session.fork` is a capability of the agent; the other kinds name themselves. */
function readGate(parts: readonly string[]): Gate | undefined {
  for (const part of parts) {
    const [word = '', rest = ''] = part.split(':');
    if (word === 'agent' || word === 'client') return { kind: 'capability', side: word, paths: rest.split(',') };
    if (word === 'list' || word === 'session' || word === 'entity') return { kind: word, field: rest };
  }
  return undefined;
}
