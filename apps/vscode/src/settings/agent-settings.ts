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
export type AskForAgent = (question: { readonly name: string; readonly starts: string }) => Promise<boolean>;

/** The agents that may be used: those of the user, and those of the workspace that the user agrees to. */
export async function allowedAgents(
  { own, ofWorkspace }: AgentSettings,
  { agreements, ask }: { readonly agreements: Agreements; readonly ask: AskForAgent },
): Promise<Readonly<Record<string, unknown>>> {
  const allowed = new Map(Object.entries(own));
  for (const [name, entry] of Object.entries(ofWorkspace)) {
    const digest = digestOf(name, entry);
    if (!agreements.has(digest)) {
      if (!(await ask({ name, starts: whatStarts(entry) }))) continue;
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

/** The command or the address of an entry, for the question; with all that changes what it does. */
function whatStarts(entry: unknown): string {
  const { command, args, url, env, cwd } = Object(entry) as Readonly<Record<string, unknown>>;
  const words = [command, ...(Array.isArray(args) ? (args as readonly unknown[]) : [])]
    .filter((word) => word !== undefined)
    .map((word) => JSON.stringify(word))
    .join(' ');
  const variables = Object.entries(Object(env) as object).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [
    ...(typeof url === 'string' ? [url] : []),
    ...(words === '' ? [] : [words]),
    ...(typeof cwd === 'string' ? [`in ${cwd}`] : []),
    ...(variables.length === 0 ? [] : [`with ${variables.join(' ')}`]),
  ].join('\n');
}
