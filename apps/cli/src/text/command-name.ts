/** The displayed name of a command. */
import { basename } from 'node:path';

/** Programs that run others: the first argument after them that is not an option names the program. */
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
