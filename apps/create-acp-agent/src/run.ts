/** The program without its process: from the words of the command line to the exit code. */
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { CreateError } from './create-error.ts';
import { createProject } from './create-project.ts';
import { projectName } from './project-name.ts';
import { changeFolder } from './quoted-path.ts';
import { readWords, requireTemplate } from './read-words.ts';
import { templates } from './templates.ts';

/** What the program uses of its surroundings. */
export interface Surroundings {
  readonly cwd: string;
  /** The folder of the templates. */
  readonly templates: string;
  /** The manifest of this program; our packages have the same version. */
  readonly manifest: string;
  /** What the package manager says of itself, such as `pnpm/12.0.0 node/v24.0.0`. */
  readonly userAgent: string;
  readonly write: (text: string) => void;
  readonly complain: (text: string) => void;
  /** Asks the user; absent without a terminal. An empty answer means the proposal. */
  readonly ask?: (question: string) => Promise<string>;
}

/** Makes what the command line says; resolves with the exit code: 1 if it failed. */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { write, complain } = surroundings;
  try {
    const words = readWords(args);
    if (words.kind === 'help') write(help);
    else if (words.kind === 'version') write(`${versionOf(surroundings)}\n`);
    else write(await create(words, surroundings));
    return 0;
  } catch (error) {
    if (!(error instanceof CreateError)) throw error;
    complain(`create-acp-agent: ${error.message}\n`);
    return 1;
  }
}

interface Wish {
  readonly folder: string | undefined;
  readonly template: string | undefined;
}

async function create(wish: Wish, surroundings: Surroundings): Promise<string> {
  const { cwd, ask } = surroundings;
  if (wish.folder === undefined && ask === undefined)
    throw new CreateError('Say which folder to create, such as in: npm create acp-agent my-agent -- --template agent');
  const place = wish.folder ?? ((await ask?.('Folder (my-agent): ')) || 'my-agent');
  const folder = resolve(cwd, place);
  const name = projectName(folder);
  const template = wish.template ?? (wish.folder === undefined ? await askTemplate(ask) : 'agent');
  const sources = ['shared', template].map((each) => join(surroundings.templates, each));
  createProject({ folder, name, sources, version: versionOf(surroundings) });
  return nextCommands(template, relative(cwd, folder), surroundings.userAgent);
}

async function askTemplate(ask: Surroundings['ask']): Promise<string> {
  const names = [...templates.keys()];
  const list = [...templates].map(([name, { text }], index) => `  ${index + 1} ${name}: ${text}\n`).join('');
  const answer = (await ask?.(`${list}Template (1): `)) || '1';
  const chosen = names[Number(answer) - 1] ?? answer.trim();
  requireTemplate(chosen);
  return chosen;
}

/** The commands of the package manager that started this program. */
function nextCommands(template: string, folder: string, userAgent: string): string {
  const manager = /^(?:pnpm|yarn|bun)(?=\/)/u.exec(userAgent)?.[0] ?? 'npm';
  const script = templates.get(template)?.script ?? 'start';
  const word = script === 'start' ? script : `run ${script}`;
  return [
    `Created ${template} in ${folder === '' ? 'this folder' : folder}. Next:\n`,
    ...(folder === '' ? [] : [`  ${changeFolder(folder)}`]),
    `  ${manager} install`,
    `  ${manager} ${word}`,
    `\nREADME.md says how to go on.\n`,
  ].join('\n');
}

function versionOf({ manifest }: Surroundings): string {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  return version;
}

const help = `Creates a project for the Agent Client Protocol, in TypeScript.

  npm create acp-agent my-agent -- --template agent

Options:
  -t, --template <name>  what to create (default: agent)
  -h, --help             print this
  -v, --version          print the version

Templates:
${[...templates].map(([name, { text }]) => `  ${name.padEnd(7)} ${text}\n`).join('')}`;
