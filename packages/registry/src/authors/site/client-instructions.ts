/** How an agent is added to each client: a command, or the entry of a config file. */
import type { AgentManifest } from '@acp-stack/schema/v1';

import type { AgentCommand } from '../../contract/agents.ts';
import { commandPath } from '../../manifest/command-path.ts';
import { packageCommand } from '../../manifest/start-command.ts';
import { sourceCommand } from './registry-source.ts';

/** What to do in one client. */
export interface ClientInstruction {
  readonly client: string;
  /** Where the text belongs: a terminal, or a file. */
  readonly where: string;
  readonly text: string;
}

/** A download for one system, with the name of the system. */
export interface Download {
  readonly system: string;
  readonly address: string;
}

const systems = { darwin: 'macOS', linux: 'Linux', windows: 'Windows' } as const;
const processors = { aarch64: 'ARM64', x86_64: 'x86-64' } as const;

/** The instructions for every client that is known here, for an agent of the registry that is published at `base`. */
export function clientInstructions(manifest: AgentManifest, base?: string): readonly ClientInstruction[] {
  const { id } = manifest;
  const { command, args, env } = startOf(manifest);
  const entry = { command, args, ...(Object.keys(env).length > 0 && { env }) };
  const variables = Object.entries(env);
  const words = [
    ...variables.map(([name, value]) => `${name}=${shellWord(value)}`),
    ...[command, ...args].map(shellWord),
  ];
  // Its config has no field for variables.
  const setting = variables.length === 0 ? [] : ['env', ...variables.map(([name, value]) => `${name}=${value}`)];
  const acpx = { agents: { [id]: { argv: [...setting, command, ...args] } } };
  return [
    {
      client: 'acp',
      where: 'In a terminal',
      text: `${sourceCommand(base)}\nacp registry install ${id}\nacp chat ${id}`,
    },
    {
      client: 'Zed',
      where: 'settings.json',
      text: toText({ agent_servers: { [id]: { type: 'custom', ...entry } } }),
    },
    { client: 'JetBrains IDEs', where: '~/.jetbrains/acp.json', text: toText({ agent_servers: { [id]: entry } }) },
    { client: 'VS Code (vscode-acp)', where: 'settings.json', text: toText({ 'acp.agents': { [id]: entry } }) },
    {
      client: 'acpx',
      where: setting.length === 0 ? '~/.acpx/config.json' : '~/.acpx/config.json, on macOS and Linux',
      text: toText(acpx),
    },
    { client: 'Other clients', where: 'The command that speaks ACP', text: words.join(' ') },
  ];
}

/** The downloads of a binary distribution, in the order of the systems. */
export function downloadsOf({ distribution: { binary } }: AgentManifest): readonly Download[] {
  return Object.entries(systems).flatMap(([system, label]) =>
    Object.entries(processors).flatMap(([processor, name]) => {
      const build = binary?.[`${system}-${processor}` as keyof typeof binary];
      return typeof build === 'object' && build !== null && 'archive' in build
        ? [{ system: `${label} ${name}`, address: String(build.archive) }]
        : [];
    }),
  );
}

/** The command of a package, or of the unpacked archive where there is no package. */
function startOf(manifest: AgentManifest): AgentCommand {
  const packaged = packageCommand(manifest, 'npx') ?? packageCommand(manifest, 'uvx');
  if (packaged !== undefined) return packaged;
  const { binary = {} } = manifest.distribution;
  const [target, build] = Object.entries(binary).find(([name]) => name.startsWith('linux-')) ?? ['', undefined];
  const { cmd = '', args = [], env = {} } = (build ?? {}) as Partial<AgentCommand> & { readonly cmd?: string };
  return { command: `/path/to/${manifest.id}/${commandPath(cmd, target) ?? manifest.id}`, args, env };
}

const toText = (value: unknown): string => JSON.stringify(value, null, 2);

const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
