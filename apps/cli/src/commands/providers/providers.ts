/** `acp providers`: lists and configures the model providers of an agent. */
import type { SetProviderRequest } from '@acp-stack/schema/v2/unstable';

import { pairsOf } from '../agents/change-agents.ts';
import { agentName } from '../../connect/agent-name.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';
import { prepare, runWithAgent, type AgentInvocation, type AgentRun } from '../../connect/run-with-agent.ts';
import { layOut } from '../../terminal/columns.ts';
import { createPalette } from '../../terminal/palette.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { UsageError } from '../../errors/usage-error.ts';
import type { AgentFlags } from '../../command-line/agent-options.ts';
import type { FormatFlags } from '../../command-line/format-option.ts';

export interface SetProviderFlags extends AgentFlags {
  readonly apiType: string;
  readonly baseUrl: string;
  readonly providerHeader?: readonly string[];
  readonly keyFrom?: string;
  readonly remember: boolean;
}

/** Asks an agent that supports it to store the configuration; other agents ignore the unknown key. */
const persistKey = 'acp-stack/persist';

export async function listProviders(
  command: AgentInvocation & { readonly flags: AgentFlags & FormatFlags },
  terminal: Terminal,
): Promise<number> {
  return withProviders(command, terminal, async ({ agent, connection, deadline }) => {
    const providers = await agent.explained(() => deadline.until(connection.providers()));
    if (command.flags.format === 'json') {
      await terminal.stdout.writeJson(JSON.stringify(providers, undefined, 2));
      return;
    }
    const { bold, dim } = createPalette(terminal.stdout, terminal.env);
    const rows = providers.map(({ providerId, supported, required, current }) => {
      const now = current === undefined || current === null ? 'disabled' : `${current.apiType} at ${current.baseUrl}`;
      return [
        { text: inOneLine(providerId), paint: bold },
        { text: inOneLine(now) },
        { text: `${required ? 'required, ' : ''}can be ${supported.map(inOneLine).join(', ')}`, paint: dim },
      ];
    });
    await terminal.stdout.write(`${layOut(rows, { width: terminal.stdout.columns ?? 120, indent: 0 }).join('\n')}\n`);
  });
}

export async function setProvider(
  command: AgentInvocation & { readonly provider: string; readonly flags: SetProviderFlags },
  terminal: Terminal,
): Promise<number> {
  const { provider: providerId, flags } = command;
  const { baseUrl } = flags;
  // The agent decides which API types are valid (PROV-08).
  const apiType = flags.apiType as SetProviderRequest['apiType'];
  if (!URL.canParse(baseUrl)) throw new UsageError(`${baseUrl} is not a URL; --base-url must be an absolute URL`);
  const headers = { ...keyHeader(flags, terminal), ...pairsOf(flags.providerHeader ?? [], ':', '--provider-header') };
  const meta = flags.remember ? { _meta: { [persistKey]: true } } : {};
  return withProviders(command, terminal, async ({ agent, connection, deadline }) => {
    await agent.explained(() =>
      deadline.until(connection.setProvider({ providerId, apiType, baseUrl, headers, ...meta })),
    );
    await terminal.stderr.tryWrite(`${providerId} is set\n`);
  });
}

/** The key is read from a variable, because a command line is visible to other users. */
function keyHeader({ keyFrom }: SetProviderFlags, { env }: Terminal): Readonly<Record<string, string>> {
  if (keyFrom === undefined) return {};
  const key = env[keyFrom] ?? '';
  if (key === '') throw new UsageError(`the environment variable ${keyFrom} is not set`);
  return { authorization: `Bearer ${key}` };
}

export async function disableProvider(
  command: AgentInvocation & { readonly provider: string },
  terminal: Terminal,
): Promise<number> {
  const { provider } = command;
  return withProviders(command, terminal, async ({ agent, connection, deadline }) => {
    const known = await agent.explained(() => deadline.until(connection.providers()));
    // Also for an unlisted id, because disabling it is not a failure (PROV-04); but it may be a typo.
    await agent.explained(() => deadline.until(connection.disableProvider(provider)));
    const names = known.map(({ providerId }) => inOneLine(providerId));
    const words = names.includes(provider)
      ? `${provider} is disabled`
      : `unknown provider ${inOneLine(provider)}, so nothing was disabled; this agent has ${names.join(', ') || 'none'}`;
    await terminal.stderr.tryWrite(`${words}\n`);
  });
}

async function withProviders(
  command: AgentInvocation,
  terminal: Terminal,
  work: (agentRun: AgentRun) => Promise<void>,
): Promise<number> {
  const prepared = await prepare(command, terminal);
  return runWithAgent(command, prepared, {}, async (agentRun) => {
    requireProviders(agentRun);
    await work(agentRun);
    return 0;
  });
}

function requireProviders({ connection, server }: AgentRun): void {
  if (connection.supports('providers')) return;
  const name = agentName(connection.agentInfo, server);
  throw new CommandError(
    exitCodes.failed,
    `${name} does not let clients configure its model providers; see its documentation`,
  );
}
