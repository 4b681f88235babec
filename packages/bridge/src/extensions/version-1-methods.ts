/**
 * Files and terminals of the client on a connection of version 2, for an agent of version 1 behind proxies.
 *
 * Version 2 has neither, so both sides have to say that they mean it: the client in the capabilities of its
 * `initialize`, beside the fields of version 1, and the bridge before the agent in those of the response. A client of
 * version 2 that does not say so is never asked, and its agent is not told of files and terminals.
 */
import { isRecord } from '../values/is-object.ts';

const key = 'acp-stack.dev/version1Methods';

type Fields = Readonly<Record<string, unknown>>;

/** Whether capabilities have the mark. */
export function hasVersion1Mark(capabilities: unknown): boolean {
  const meta = isRecord(capabilities) ? (capabilities as Fields)['_meta'] : undefined;
  return isRecord(meta) && isRecord((meta as Fields)[key]);
}

/** Adds the mark to capabilities. */
export function withVersion1Mark<T extends object>(capabilities: T): T {
  const { _meta: meta } = capabilities as { readonly _meta?: unknown };
  return { ...capabilities, _meta: { ...(isRecord(meta) ? meta : {}), [key]: {} } };
}

/** Whether capabilities of version 1 have files or terminals. */
export function hasVersion1Methods(capabilities: unknown): boolean {
  const { fs, terminal } = Object(capabilities) as Fields;
  const { readTextFile, writeTextFile } = Object(fs) as Fields;
  return readTextFile === true || writeTextFile === true || terminal === true;
}

/** Without files and terminals. */
export function withoutVersion1Methods<T extends object>(capabilities: T): T {
  const { fs: _, terminal: __, ...others } = capabilities as Fields;
  return others as T;
}
