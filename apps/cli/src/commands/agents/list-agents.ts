/** `acp agents list`: lists the configured agents. */
import { describeAgent, firstOf, loadSettings } from '../../config/settings.ts';
import { bundledAgent, bundledName } from '../../connect/choose-agent.ts';
import { existingFolder } from '../../files/existing-folder.ts';
import { layOut } from '../../terminal/columns.ts';
import { createPalette } from '../../terminal/palette.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { AgentFlags } from '../../command-line/agent-options.ts';
import type { FormatFlags } from '../../command-line/format-option.ts';

export async function listAgents(flags: AgentFlags & FormatFlags, terminal: Terminal): Promise<number> {
  const cwd = existingFolder(flags.cwd ?? '.', '--cwd');
  const settings = await loadSettings({ cwd, config: flags.config, trustProject: flags.trustProject }, terminal);
  const usual = firstOf(undefined, terminal.env['ACP_AGENT'], settings.defaultAgent) ?? bundledName;
  const own = settings.agents.has(bundledName) ? [] : [bundledAgent(terminal)];
  const servers = [...own, ...settings.agents.values()];
  if (flags.format === 'json') {
    const documents = servers.map((server) => ({
      name: server.name,
      isDefault: server.name === usual,
      ...(server.kind === 'url' ? { url: server.url } : { command: server.command, args: server.args }),
    }));
    await terminal.stdout.writeJson(JSON.stringify(documents, undefined, 2));
    return 0;
  }
  const { bold, dim } = createPalette(terminal.stdout, terminal.env);
  const rows = servers.map((server) => [
    { text: server.name, paint: bold },
    { text: server.name === usual ? 'default' : '', paint: dim },
    { text: describeAgent(server) },
  ]);
  const width = terminal.stdout.columns ?? 100;
  await terminal.stdout.write(`${layOut(rows, { width, indent: 0 }).join('\n')}\n`);
  await terminal.stderr.tryWrite(`the config file is ${settings.path}\n`);
  return 0;
}
