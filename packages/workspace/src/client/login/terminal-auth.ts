/**
 * The login in a terminal as agents offered it before the type `terminal`: `_meta["terminal-auth"]` of a login method
 * names a whole command. Released agents still use it.
 */
import type { AuthMethod } from '@acp-stack/schema/v2/unstable';

/** The program that logs in. */
export interface TerminalAuth {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What the terminal is called. */
  readonly label: string | undefined;
}

/** Reads the command of a login method; undefined if it has none, or one that is malformed. */
export function readTerminalAuth(method: AuthMethod): TerminalAuth | undefined {
  const { _meta: meta } = method as { readonly _meta?: unknown };
  const { 'terminal-auth': auth } = Object(meta) as Readonly<Record<string, unknown>>;
  const given = Object(auth) as Readonly<Record<string, unknown>>;
  const { command, args = [], label } = given;
  if (typeof command !== 'string' || command === '' || !Array.isArray(args)) return undefined;
  if (!args.every((each): each is string => typeof each === 'string')) return undefined;
  return { command, args, env: variables(given['env']), label: typeof label === 'string' ? label : undefined };
}

/** A map, or a list as in version 2; what is not text is left out. */
function variables(env: unknown): Record<string, string> {
  const pairs = Array.isArray(env)
    ? env.map((each) => Object(each) as { readonly name?: unknown; readonly value?: unknown })
    : Object.entries(Object(env) as object).map(([name, value]) => ({ name, value: value as unknown }));
  return Object.fromEntries(
    pairs.flatMap(({ name, value }) => (typeof name === 'string' && typeof value === 'string' ? [[name, value]] : [])),
  );
}
