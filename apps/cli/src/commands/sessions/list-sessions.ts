/** `acp sessions list`. */
import type { ClientConnection } from '@acp-stack/sdk';

import { agentName } from '../../connect/agent-name.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';
import { prepare, runWithAgent, type AgentInvocation } from '../../connect/run-with-agent.ts';
import { layOut } from '../../terminal/columns.ts';
import { createPalette } from '../../terminal/palette.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import { shownTime } from '../../text/shown-time.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { canList } from '../../session/find-session.ts';
import type { AgentFlags } from '../../command-line/agent-options.ts';
import type { FormatFlags } from '../../command-line/format-option.ts';

export interface ListFlags extends AgentFlags, FormatFlags {
  readonly all?: boolean;
  readonly archived?: boolean;
  readonly search?: string;
  readonly limit: number;
}

export interface ListCommand extends AgentInvocation {
  readonly flags: ListFlags;
}

type Listed = Awaited<ReturnType<ClientConnection['listPage']>>['sessions'][number];

export async function listSessions(command: ListCommand, terminal: Terminal): Promise<number> {
  // The folders of a hub may be on another machine.
  const isAll = command.flags.hub !== undefined && command.flags.cwd === undefined;
  const flags = isAll ? { ...command.flags, all: true } : command.flags;
  if (!Number.isInteger(flags.limit) || flags.limit < 1)
    throw new UsageError('--limit must be a number greater than 0');
  const prepared = await prepare(command, terminal);
  return runWithAgent(command, prepared, {}, async (agentRun) => {
    const { agent, connection, deadline, cwd } = agentRun;
    if (!canList(agentRun)) {
      const name = agentName(connection.agentInfo, agentRun.server);
      throw new CommandError(exitCodes.failed, `${name} cannot list its sessions; use another agent`);
    }
    const sessions = await agent.explained(() => deadline.until(collect(connection, cwd, flags)));
    if (flags.format === 'json') {
      await terminal.stdout.writeJson(JSON.stringify(sessions, undefined, 2));
      return 0;
    }
    if (sessions.length === 0) {
      await terminal.stderr.tryWrite(
        `no sessions${flags.search === undefined ? '' : ` with “${inOneLine(flags.search)}”`}${flags.all === true ? '' : ` in ${cwd}; --all includes other folders`}\n`,
      );
      return 0;
    }
    const { bold, dim } = createPalette(terminal.stdout, terminal.env);
    const rows = sessions.map(({ sessionId, title, updatedAt, cwd: folder }) => [
      { text: inOneLine(sessionId), paint: bold },
      { text: shownTime(updatedAt), paint: dim },
      { text: `${inOneLine(title ?? '')}${flags.all === true ? ` (${inOneLine(folder)})` : ''}`.trim() },
    ]);
    const width = terminal.stdout.columns ?? 120;
    await terminal.stdout.write(`${layOut(rows, { width, indent: 0 }).join('\n')}\n`);
    return 0;
  });
}

async function collect(
  connection: ClientConnection,
  cwd: string,
  { all = false, archived = false, search, limit }: ListFlags,
): Promise<Listed[]> {
  const found: Listed[] = [];
  const wanted = search?.toLowerCase();
  const params = { ...(all ? {} : { cwd }), ...(archived ? { archived: 'include' as const } : {}) };
  for await (const info of connection.list(params)) {
    const text = [info.sessionId, info.title ?? '', info.cwd].join('\n').toLowerCase();
    if (wanted === undefined || text.includes(wanted)) found.push(info);
    if (found.length >= limit) break;
  }
  return found;
}
