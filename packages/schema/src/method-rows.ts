/**
 * Makes the method table of a version from its rows.
 *
 * A row is text, because it is loaded with every import of a version: name, direction, kind, the definitions of params and result,
 * versions and stability, then what only some methods have, each after its word and a colon.
 */
import { dictionary } from './dictionary.ts';
import type { Gate, MethodSpec, MethodTable, MethodTypes } from './method-table.ts';
import type { Validator } from './validator.ts';

type Specs = Record<string, { [K in keyof MethodSpec]: unknown }>;
type AnyValidators = Readonly<Record<string, Validator<unknown> | undefined>>;
/** What the parts at the end of a row begin with. */
type Word = Gate['kind'] | 'agent' | 'client' | 'also' | 'errors';

/** The table of `rows`, whose definitions are looked up in `validators`. */
export function createMethods<M extends { readonly [K in keyof M]: MethodTypes }>(
  validators: object,
  rows: readonly string[],
): MethodTable<M> {
  const specs: Specs = dictionary({});
  // Every program waits for this when it starts and no code is fast yet, so it is kept plain.
  for (const row of rows) addSpec(specs, validators as AnyValidators, row.split(' '));
  return specs as unknown as MethodTable<M>;
}

const firstWord = 7;
const versionsOf: Readonly<Record<string, readonly number[]>> = { 1: [1], 2: [2], 12: [1, 2] };

function addSpec(specs: Specs, validators: AnyValidators, parts: readonly string[]): void {
  let gate: Gate | undefined;
  let also: readonly string[] = [];
  let errors: readonly number[] = [];
  for (let index = firstWord; index < parts.length; index += 1) {
    const [word, rest = ''] = (parts[index] as string).split(':') as [Word, string?];
    if (word === 'also') also = rest.split(',');
    else if (word === 'errors') errors = rest.split(',').map(Number);
    // `agent:session.fork` is a capability of the agent; the other kinds name themselves.
    else if (word === 'agent' || word === 'client') gate = { kind: 'capability', side: word, paths: rest.split(',') };
    else if (word !== 'capability') gate = { kind: word, field: rest };
  }
  const name = parts[0] as string;
  specs[name] = {
    name,
    direction: parts[1],
    kind: parts[2],
    params: validators[parts[3] as string],
    result: validators[parts[4] as string],
    gate,
    versions: versionsOf[parts[5] as string],
    stability: parts[6],
    also,
    errors,
  };
}
