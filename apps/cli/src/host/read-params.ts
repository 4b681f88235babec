/**
 * Reads the params of the methods of the host strictly: a field that is missing, of another type, too long or unknown
 * is an error that names it.
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';

import { hostMethods, type HostMethod, type HostParams } from '@acp-stack/web';

interface Field {
  readonly words: string;
  readonly is: (value: unknown) => boolean;
}

const textOf = (most: number, least = 1): Field => ({
  words: `a string of ${least} to ${most} characters`,
  is: (value) => typeof value === 'string' && value.length >= least && value.length <= most,
});

const numberOf = (most: number): Field => ({
  words: `a whole number from 1 to ${most}`,
  is: (value) => Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= most,
});

const optional = ({ words, is }: Field): Field => ({
  words,
  is: (value) => value === undefined || is(value),
});

const id = textOf(256);
const path = textOf(4096);
const cells = numberOf(1000);

/** Characters of a file; what is larger in bytes is refused when it is written. */
const fileCharacters = 2 * 1024 * 1024;

const fields: { readonly [Name in HostMethod]: Readonly<Record<keyof HostParams[Name], Field>> } = {
  findFiles: { sessionId: id, query: textOf(200, 0), limit: optional(numberOf(200)) },
  readFile: { sessionId: id, path },
  writeFile: { sessionId: id, path, text: textOf(fileCharacters, 0), version: optional(id) },
  folders: { path: optional(path) },
  openInEditor: { sessionId: id, path, line: optional(numberOf(100_000_000)) },
  agents: { refresh: optional({ words: 'true or false', is: (value) => typeof value === 'boolean' }) },
  installAgent: { name: id, confirm: optional(id) },
  describeAgent: { name: id },
  login: { name: id, methodId: textOf(1000), columns: optional(cells), rows: optional(cells) },
  terminalInput: { terminalId: id, data: textOf(65_536) },
  terminalResize: { terminalId: id, columns: cells, rows: cells },
  terminalEnd: { terminalId: id },
};

/** Reads the params of a method; throws an `RpcError` that names the field that is wrong. */
export function readParams<Name extends HostMethod>(
  name: Name,
  params: Readonly<Record<string, unknown>>,
): HostParams[Name] {
  const expected: Readonly<Record<string, Field>> = fields[name];
  const { _meta, ...given } = params;
  for (const field of Object.keys(given)) {
    if (!Object.hasOwn(expected, field)) throw invalid(name, `unknown field ${field.slice(0, 100)}`);
  }
  for (const [field, { words, is }] of Object.entries(expected)) {
    if (!is(given[field])) throw invalid(name, `${field} must be ${words}`);
  }
  return given as HostParams[Name];
}

const invalid = (name: HostMethod, problem: string): RpcError =>
  new RpcError(rpcCodes.invalidParams, `${hostMethods[name]}: ${problem}.`);
