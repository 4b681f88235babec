/** The displayed name of an agent. */
import { basename } from 'node:path';

import { describeAgent } from '../config/settings.ts';

import type { ClientConnection } from '@acp-stack/sdk';

import type { AgentServer } from '../config/agent-server.ts';
import { inOneLine } from '../text/strip-control-characters.ts';

type Info = ClientConnection['agentInfo'];

/** The name that the bridge uses for a version 1 agent without one. */
const unsaid = 'unknown';

/** The name that the agent gave, the one in the config file, or that of its command. */
export const agentName = ({ title, name }: Info, server: AgentServer): string =>
  inOneLine(title ?? (name === unsaid ? server.name : name));

/** The name and the version, if it is known. */
export const agentTitle = (info: Info, server: AgentServer): string =>
  info.version === unsaid ? agentName(info, server) : `${agentName(info, server)} ${inOneLine(info.version)}`;

/** The name and the version; an agent after `--` that gave no name is shown with its whole command. */
export const agentHeadline = (info: Info, server: AgentServer): string =>
  hasName(info) || server.kind === 'url' || !isNamedByCommand(server) || server.name === describeAgent(server)
    ? agentTitle(info, server)
    : `${agentTitle(info, server)} (${inOneLine(describeAgent(server))})`;

/**
 * What tells this agent from others where answers are remembered. A remote agent may call itself anything, and agents
 * without a name have the same one, so they are told apart by where they are or how they are started.
 */
export const agentIdentity = (info: Info, server: AgentServer): string => {
  if (server.kind === 'url') return server.name;
  return hasName(info) ? info.name : describeAgent(server);
};

/** Whether the name of the agent is that of its command, because it has none in the config file. */
export const isNamedByCommand = (server: Extract<AgentServer, { readonly kind: 'command' }>): boolean =>
  server.name === commandName(server.command, server.args);

/** Programs that run others: the first word after them that is no option names the agent. */
const launchers =
  /^(?:node|nodejs|tsx|ts-node|deno|bun|bunx|npx|npm|pnpm|pnpx|yarn|python[\d.]*|pypy\d?|uv|uvx|pipx|ruby|perl|php|java|dotnet|go|cargo|sh|bash|zsh|dash|env|docker|podman|acp)(?:\.exe|\.cmd)?$/u;
const subcommands: ReadonlySet<string> = new Set(['run', 'exec', 'dlx', 'x', 'tool', 'start']);
/** Options of launchers whose value is the next word. */
const withValue: ReadonlySet<string> = new Set(['-r', '--require', '--import', '--loader', '--experimental-loader']);
/** Names of files and folders that do not tell programs apart. */
const general = /^(?:dist|build|out|lib|src|bin|(?:index|main|cli|server|agent|app|run|start)(?:\.\w+)?|\.{1,2}|)$/u;
const maxWordLength = 40;

/** The name of an agent that is given by its command: the program, and for a launcher what it runs. */
export function commandName(command: string, args: readonly string[]): string {
  const program = basename(command);
  if (!launchers.test(program)) return program;
  const word = args.find(
    (arg, index) => !arg.startsWith('-') && !subcommands.has(arg) && !withValue.has(args[index - 1] ?? ''),
  );
  return word === undefined ? program : `${program} ${shortWord(word)}`;
}

/** The end of a path from the last part on that is not a general name; other words as they are. */
function shortWord(word: string): string {
  // A package, an address and code are not cut; a path may have spaces.
  const isWhole = word.startsWith('@') || /:\/\//u.test(word) || (/\s/u.test(word) && !isPath(word));
  const parts = isWhole ? [word] : word.split(/[\\/]/u);
  const telling = Math.max(
    0,
    parts.findLastIndex((part) => !general.test(part)),
  );
  const text = parts.slice(telling).join('/');
  return text.length > maxWordLength ? `${text.slice(0, maxWordLength - 1)}…` : text;
}

const isPath = (word: string): boolean => /^(?:\.{0,2}[\\/]|[a-z]:[\\/])[^\n]*$/iu.test(word);

/** Whether the agent gave its name. */
export const hasName = ({ name }: Info): boolean => name !== unsaid;
