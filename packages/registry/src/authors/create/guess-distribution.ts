/** Guesses the distribution of an agent from the command that starts it. */
import type { AgentDistribution, BinaryTarget } from '@acp-stack/schema/v1';

import { parsePackage } from '../../manifest/package-spec.ts';
import type { FillIn } from './new-manifest-options.ts';

/** A distribution, and what its author has to look at. */
export interface GuessedDistribution {
  readonly distribution: AgentDistribution;
  readonly toFill: readonly FillIn[];
}

const targets = ['darwin-aarch64', 'darwin-x86_64', 'linux-aarch64', 'linux-x86_64', 'windows-x86_64'] as const;
/** Options of the runners that come before the package, without a value. */
const runnerOptions = /^(?:-y|--yes|-q|--quiet|--)$/u;

/** The distribution that starts what `command` starts, in version `version`. */
export function guessDistribution(
  command: readonly string[],
  { id, version, repository }: { readonly id: string; readonly version: string; readonly repository: string },
): GuessedDistribution {
  const [program = '', ...rest] = command;
  const runner = /(?:^|[/\\])(npx|uvx)(?:\.cmd|\.exe)?$/u.exec(program)?.[1] as 'npx' | 'uvx' | undefined;
  const words = rest.filter((word, index) => !(runnerOptions.test(word) && isBeforePackage(rest, index)));
  const [given = '', ...args] = words;
  const spec = runner === undefined ? undefined : parsePackage(runner, given);
  if (runner !== undefined && spec !== undefined) {
    const name = `${spec.name}${spec.extras}@${version}`;
    return { distribution: { [runner]: { package: name, ...(args.length > 0 && { args }) } }, toFill: [] };
  }
  const own = argumentsOf(program, rest);
  const build = (target: (typeof targets)[number]): BinaryTarget => {
    const isWindows = target.startsWith('windows-');
    return {
      archive: `${repository}/releases/download/v${version}/${id}-${target}.${isWindows ? 'zip' : 'tar.gz'}`,
      cmd: isWindows ? `./${id}.exe` : `./${id}`,
      ...(own.length > 0 && { args: own }),
    };
  };
  const binary = Object.fromEntries(targets.map((target) => [target, build(target)]));
  const message = 'Put the addresses of your archives here, and the path of the program inside each of them.';
  return { distribution: { binary }, toFill: [{ file: 'agent.json', path: '/distribution/binary', message }] };
}

/** Whether everything before `index` is an option of the runner. */
const isBeforePackage = (words: readonly string[], index: number): boolean =>
  words.slice(0, index).every((word) => runnerOptions.test(word));

/** The arguments of the agent itself: an interpreter and its script become one program. */
function argumentsOf(program: string, rest: readonly string[]): readonly string[] {
  if (!/(?:^|[/\\])(?:node|bun|deno|python3?|ruby)(?:\.exe)?$/u.test(program)) return rest;
  const script = rest.findIndex((word) => !word.startsWith('-'));
  return script === -1 ? [] : rest.slice(script + 1);
}
