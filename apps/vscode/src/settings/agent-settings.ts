/**
 * The agents in the settings of the editor.
 *
 * A user trusts the own settings. Those of a workspace come with the files, so an agent in them is used only after the
 * user has agreed to exactly this entry.
 */
import { createHash } from 'node:crypto';

/** What the settings say, by where it is said. */
export interface AgentSettings {
  /** `acp.agents` of the user. */
  readonly own: Readonly<Record<string, unknown>>;
  /** `acp.agents` of the workspace and its folders. */
  readonly ofWorkspace: Readonly<Record<string, unknown>>;
}

/** What the user has agreed to earlier. */
export interface Agreements {
  /** Whether this entry was agreed to. */
  readonly has: (digest: string) => boolean;
  /** Keeps that it was. */
  readonly add: (digest: string) => Promise<void>;
}

/** Asks whether to use an agent of the workspace. */
export type AskForAgent = (question: {
  readonly name: string;
  /** What it starts, and all that changes what it does. */
  readonly starts: string;
  /** Whether the user has an agent of this name, which it would replace. */
  readonly replaces: boolean;
}) => Promise<boolean>;

/** The agents that may be used: those of the user, and those of the workspace that the user agrees to. */
export async function allowedAgents(
  { own, ofWorkspace }: AgentSettings,
  { agreements, ask }: { readonly agreements: Agreements; readonly ask: AskForAgent },
): Promise<Readonly<Record<string, unknown>>> {
  const allowed = new Map(Object.entries(own));
  for (const [name, entry] of Object.entries(ofWorkspace)) {
    const digest = digestOf(name, entry);
    if (!agreements.has(digest)) {
      if (!(await ask({ name, starts: whatStarts(entry), replaces: Object.hasOwn(own, name) }))) continue;
      await agreements.add(digest);
    }
    allowed.set(name, entry);
  }
  return Object.fromEntries(allowed);
}

const digestOf = (name: string, entry: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([name, entry]))
    .digest('hex');

/**
 * The command or the address of an entry, for the question, and after it every other field: proxies are commands too,
 * and a file with a token may be any file. Each value is in one line, so that none looks like a text of ours.
 */
function whatStarts(entry: unknown): string {
  const { command, args, url, ...others } = Object(entry) as Readonly<Record<string, unknown>>;
  const words = [command, ...(Array.isArray(args) ? (args as readonly unknown[]) : [args])]
    .filter((word) => word !== undefined)
    .map(inOneLine);
  const addresses = url === undefined ? [] : [inOneLine(url)];
  const rest = Object.entries(others).map(([name, value]) => `${inOneLine(name)}: ${inOneLine(value)}`);
  return [...addresses, ...(words.length === 0 ? [] : [words.join(' ')]), ...rest].join('\n');
}

/** As JSON, with characters that nobody sees written out. */
const inOneLine = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
