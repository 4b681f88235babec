/** `acp agents info`: shows the response of an agent to `initialize`. */
import type { AgentCapabilities } from '@acp-stack/sdk';

import { agentTitle, hasName } from '../../connect/agent-name.ts';
import { prepare, runWithAgent, type AgentInvocation, type AgentRun } from '../../connect/run-with-agent.ts';
import { canList, canLoad, canResume } from '../../session/find-session.ts';
import { layOut, type Cell } from '../../terminal/columns.ts';
import { createPalette } from '../../terminal/palette.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { AgentFlags } from '../../command-line/agent-options.ts';
import type { FormatFlags } from '../../command-line/format-option.ts';

export interface InfoCommand extends AgentInvocation {
  readonly flags: AgentFlags & FormatFlags;
}

export async function agentInfo(command: InfoCommand, terminal: Terminal): Promise<number> {
  const prepared = await prepare(command, terminal);
  return runWithAgent(command, prepared, {}, async (agentRun) => {
    const { initializeResponse } = agentRun;
    if (command.flags.format === 'json')
      await terminal.stdout.writeJson(JSON.stringify(initializeResponse.result, undefined, 2));
    else await terminal.stdout.write(`${inWords(agentRun, terminal).join('\n')}\n`);
    return 0;
  });
}

function inWords(agentRun: AgentRun, terminal: Terminal): readonly string[] {
  const { connection, server } = agentRun;
  const { agentInfo: info, authMethods, capabilities, version } = connection;
  const { bold, dim } = createPalette(terminal.stdout, terminal.env);
  const width = terminal.stdout.columns ?? 100;
  const row = (name: string, text: string): readonly Cell[] => [{ text: name, paint: dim }, { text }];
  const { can, cannot } = abilities(agentRun);
  const logins = authMethods.map(
    ({ methodId, name, type }) =>
      `${inOneLine(name)} (${inOneLine(methodId)}, ${inOneLine(loginWords.get(type) ?? type)})`,
  );
  return [
    bold(agentTitle(info, server)),
    ...layOut(
      [
        row('name', hasName(info) ? inOneLine(info.name) : 'not given'),
        row('protocol', `version ${version}`),
        row('login', logins.length === 0 ? 'none' : logins.join('\n')),
        row('can', can.length === 0 ? 'only the baseline' : can.join('\n')),
        ...(cannot.length === 0 ? [] : [row('cannot', cannot.join(', '))]),
        ...extras(capabilities).map((words) => row('also', words)),
      ],
      { width, indent: 2 },
    ),
  ];
}

const loginWords: ReadonlyMap<string, string> = new Map([
  ['agent', 'by the agent itself'],
  ['terminal', 'in a terminal'],
]);

/** A capability, by its path or by a check for version 1, and its description. */
type Ability = readonly [has: string | ((agentRun: AgentRun) => boolean), words: string];

const words: readonly Ability[] = [
  ['session.prompt.image', 'accept images'],
  ['session.prompt.audio', 'accept audio'],
  ['session.prompt.embeddedContext', 'accept embedded files in a prompt'],
  ['session.mcp.stdio', 'use MCP servers over stdio'],
  ['session.mcp.http', 'use MCP servers over HTTP'],
  ['session.mcp.sse', 'use MCP servers over SSE'],
  ['session.mcp.acp', 'use MCP servers over ACP'],
  ['session.additionalDirectories', 'work in additional folders'],
  ['session.systemPrompt', 'accept a system prompt'],
  [canList, 'list its sessions'],
  [canLoad, 'load sessions'],
  [canResume, 'resume sessions'],
  ['session.fork', 'fork sessions'],
  ['session.delete', 'delete sessions'],
  ['session.archive', 'archive sessions'],
  ['session.title', 'rename sessions'],
  ['session.status', 'report the status of a session'],
  ['session.inject', 'accept messages while it works'],
  ['session.runtimeContext', 'accept runtime context'],
  ['auth.status', 'report the login status'],
  ['providers', 'configure its model providers'],
  ['nes', 'suggest next edits'],
];

function abilities(agentRun: AgentRun): { readonly can: string[]; readonly cannot: string[] } {
  const has = ([how]: Ability): boolean =>
    typeof how === 'string' ? agentRun.connection.supports(how) : how(agentRun);
  return {
    can: words.filter(has).map(([, text]) => text),
    cannot: words.filter((each) => !has(each)).map(([, text]) => text),
  };
}

/** Capabilities that are not part of the protocol. */
const extras = ({ _meta: meta }: AgentCapabilities): readonly string[] =>
  Object.keys(meta ?? {}).map((key) => inOneLine(key));
