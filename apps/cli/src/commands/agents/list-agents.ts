/**
 * `acp agents list`: lists the configured agents, those that are installed, and those that could be.
 *
 * Nothing is contacted: the agents that could be installed are those that a registry listed when it was last read.
 */
import { describeAgent } from '../../config/describe-agent.ts';
import { firstOf, loadSettings, type Settings } from '../../config/settings.ts';
import { bundledAgent, bundledName } from '../../connect/choose-agent.ts';
import { existingFolder } from '../../files/existing-folder.ts';
import { layOut } from '../../terminal/columns.ts';
import { createPalette } from '../../terminal/palette.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { exactLine } from '../../text/exact-text.ts';
import type { AgentFlags } from '../../command-line/agent-options.ts';
import type { FormatFlags } from '../../command-line/format-option.ts';

/** An agent, wherever it is known from. */
interface KnownAgent {
  readonly name: string;
  readonly origin: 'bundled' | 'configured' | 'installed' | 'available';
  /** What is started or connected to, for people. */
  readonly words: string;
  /** The same for programs. */
  readonly document: object;
}

export async function listAgents(flags: AgentFlags & FormatFlags, terminal: Terminal): Promise<number> {
  const cwd = existingFolder(flags.cwd ?? '.', '--cwd');
  const settings = await loadSettings({ cwd, config: flags.config, trustProject: flags.trustProject }, terminal);
  const usual = firstOf(undefined, terminal.env['ACP_AGENT'], settings.defaultAgent) ?? bundledName;
  const agents = [...configuredAgents(settings, terminal), ...(await registryAgents(settings, terminal))];
  if (flags.format === 'json') {
    const documents = agents.map(({ name, origin, document }) => ({
      name,
      isDefault: name === usual,
      origin,
      ...document,
    }));
    await terminal.stdout.writeJson(JSON.stringify(documents, undefined, 2));
    return 0;
  }
  const { bold, dim } = createPalette(terminal.stdout, terminal.env);
  const rows = agents.map(({ name, origin, words }) => [
    { text: exactLine(name), paint: bold },
    { text: name === usual ? 'default' : shownOrigins[origin], paint: dim },
    { text: words },
  ]);
  const width = terminal.stdout.columns ?? 100;
  await terminal.stdout.write(`${layOut(rows, { width, indent: 0 }).join('\n')}\n`);
  await terminal.stderr.tryWrite(`the config file is ${settings.path}\n`);
  return 0;
}

const shownOrigins: Readonly<Record<KnownAgent['origin'], string>> = {
  bundled: '',
  configured: '',
  installed: 'installed',
  available: 'available',
};

function configuredAgents(settings: Settings, terminal: Terminal): readonly KnownAgent[] {
  const own = settings.agents.has(bundledName) ? [] : [bundledAgent(terminal)];
  return [...own, ...settings.agents.values()].map((server) => ({
    name: server.name,
    origin: own.includes(server) ? 'bundled' : 'configured',
    words: exactLine(describeAgent(server)),
    document: server.kind === 'url' ? { url: server.url } : { command: server.command, args: server.args },
  }));
}

/** What is installed, what the config file takes from a registry, and what a registry lists; each name once. */
async function registryAgents(settings: Settings, terminal: Terminal): Promise<readonly KnownAgent[]> {
  const { readKnownAgents } = await import('../../registry/known-agents.ts');
  const { installed, available } = await readKnownAgents(settings, terminal);
  const seen = new Set([bundledName, ...settings.agents.keys()]);
  const all: readonly KnownAgent[] = [
    ...installed.map(({ manifest, source, start }) => ({
      name: manifest.id,
      origin: 'installed' as const,
      words: `${exactLine(manifest.version)}: ${exactLine(describeAgent({ kind: 'command', ...start }))}`,
      document: { command: start.command, args: start.args, version: manifest.version, source: source.name },
    })),
    ...Array.from(settings.registryAgents.keys(), (name) => ({
      name,
      origin: 'configured' as const,
      words: 'an agent of a registry, not installed yet',
      document: { type: 'registry' },
    })),
    ...available.map(({ manifest, source }) => ({
      name: manifest.id,
      origin: 'available' as const,
      words: exactLine(`${manifest.version} of ${source.name}: ${manifest.name}`),
      document: { version: manifest.version, source: source.name },
    })),
  ];
  return all.filter(({ name }) => !seen.has(name) && seen.add(name) !== undefined);
}
