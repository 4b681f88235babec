/**
 * `acp agents doctor`: checks agents step by step, and says how to fix the first step that fails.
 *
 * It does not log in, and opens a session only to send a prompt that the user gives.
 */
import type { ClientConnection } from '@acp-stack/sdk';

import type { AgentServer } from '../../config/agent-server.ts';
import { discardSession } from '../../session/discard-session.ts';
import { describeAgent } from '../../config/describe-agent.ts';
import type { Settings } from '../../config/settings.ts';
import { agentTitle, hasName } from '../../connect/agent-name.ts';
import { withToken } from '../../token/bearer-token.ts';
import { bundledAgent } from '../../connect/choose-agent.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { ReportedLogin } from '../../connect/reported-login.ts';
import { loginArguments } from '../../connect/failure-advice.ts';
import { absoluteCommand } from '../../files/find-program.ts';
import { strayOutputDeadline } from './stray-output-deadline.ts';
import { prepare, runWithAgent, type AgentInvocation, type Preparation } from '../../connect/run-with-agent.ts';
import { createPalette, type Palette } from '../../terminal/palette.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { AgentFlags } from '../../command-line/agent-options.ts';
import type { FormatFlags } from '../../command-line/format-option.ts';

export interface DoctorCommand extends AgentInvocation {
  readonly flags: AgentFlags & FormatFlags & { readonly prompt?: string };
}

/** The result of one check. */
interface Finding {
  readonly agent: string;
  readonly step: 'program' | 'start' | 'protocol' | 'output' | 'login';
  readonly verdict: 'ok' | 'note' | 'problem';
  readonly words: string;
}

/** Seconds for the response to `initialize`, unless the user sets a timeout. */
const defaultTimeout = 60;
/** Seconds for the first message after output that is not ACP. */
const strayOutputSeconds = 10;

/** Exit codes above this one mean that a signal ended the command. */
const signalBase = 128;

export async function doctor(command: DoctorCommand, terminal: Terminal): Promise<number> {
  const { flags, name, command: commandLine } = command;
  const prepared = await prepare(command, terminal);
  const isOne = name !== undefined || commandLine !== undefined || flags.agent !== undefined || flags.url !== undefined;
  const { servers, damaged } = isOne
    ? { servers: [prepared.server], damaged: [] }
    : await everyAgent(prepared.settings, terminal);
  const findings: Finding[] = [];
  const palette = createPalette(terminal.stdout, terminal.env);
  const report = async (agent: string, found: readonly Finding[]): Promise<void> => {
    findings.push(...found);
    if (flags.format === 'text') await terminal.stdout.write(findingsText(agent, found, palette));
  };
  for (const server of servers) await report(server.name, await examine(server, command, prepared));
  const known = new Set([...servers, ...damaged.map(({ agent }) => ({ name: agent }))].map((each) => each.name));
  const missing = isOne ? [] : missingAgents(prepared.settings, known);
  for (const finding of [...damaged, ...missing]) await report(finding.agent, [finding]);
  if (flags.format === 'json') await terminal.stdout.writeJson(JSON.stringify(findings, undefined, 2));
  return findings.some(({ verdict }) => verdict === 'problem') ? 1 : 0;
}

/** Starts one agent, and prints what was found on stderr; returns whether it works. A login may be missing. */
export async function tryAgent(
  { name, flags, version }: { readonly name: string; readonly flags: AgentFlags; readonly version: string },
  terminal: Terminal,
): Promise<boolean> {
  const command: DoctorCommand = { name, flags: { ...flags, format: 'text' }, command: undefined, version };
  const prepared = await prepare(command, terminal);
  const findings = await examine(prepared.server, command, prepared);
  await terminal.stderr.tryWrite(findingsText(name, findings, createPalette(terminal.stderr, terminal.env)));
  return findings.every(({ step, verdict }) => verdict !== 'problem' || step === 'login');
}

interface EveryAgent {
  readonly servers: readonly AgentServer[];
  /** Installed agents that must not be started. */
  readonly damaged: readonly Finding[];
}

/** The bundled agent, those of the config file, and the installed ones; the config file comes first. */
async function everyAgent(settings: Settings, terminal: Terminal): Promise<EveryAgent> {
  const { installedServers } = await import('../../registry/registry-server.ts');
  const installed = await installedServers(settings, terminal);
  const own = [bundledAgent(terminal), ...settings.agents.values()];
  const isOwn = (name: string): boolean => settings.agents.has(name);
  const damaged = [...installed.damaged].filter(([agent]) => !isOwn(agent));
  return {
    servers: [...own, ...installed.servers.filter(({ name }) => !isOwn(name))],
    damaged: damaged.map(([agent, words]) => ({ agent, step: 'program', verdict: 'problem', words })),
  };
}

/** Agents that the config file takes from a registry, and that are not installed. */
function missingAgents({ registryAgents }: Settings, known: ReadonlySet<string>): readonly Finding[] {
  const missing = [...registryAgents.keys()].filter((name) => !known.has(name));
  return missing.map((agent) => ({
    agent,
    step: 'program',
    verdict: 'problem',
    words: `it is not installed; acp registry install ${agent} installs it`,
  }));
}

async function examine(
  server: AgentServer,
  command: DoctorCommand,
  prepared: Preparation,
): Promise<readonly Finding[]> {
  const agent = server.name;
  const { terminal } = prepared;
  const program = lookForProgram(server, terminal);
  if (program.verdict === 'problem') return [program];
  const flags = { timeout: defaultTimeout, ...command.flags };
  const reported = new ReportedLogin();
  const mistakes: string[] = [];
  try {
    const findings = await runWithAgent(
      { ...command, flags },
      { ...prepared, server: withToken(server, undefined, terminal.env) },
      {
        build: (app) => {
          reported.listen(app);
          app.onPermission(() => ({ outcome: 'cancelled' }));
        },
        onMistake: (line) => void mistakes.push(line),
        watch: (deadline) =>
          strayOutputDeadline({ seconds: strayOutputSeconds, giveUp: (reason) => deadline.giveUp(reason) }),
      },
      async ({ connection, agent: connected, deadline }) => {
        const { agentInfo, version, authMethods } = connection;
        const started = hasName(agentInfo)
          ? `it started: ${agentTitle(agentInfo, server)}`
          : 'it started, without giving its name';
        const login = (await connected.explained(() => deadline.until(reported.of(connection))))?.state;
        const { prompt } = command.flags;
        if (prompt !== undefined)
          await connected.explained(() => deadline.until(sendPrompt(connection, prepared.cwd, prompt)));
        const stray = connected.link.process?.stderr.lines.filter(({ from }) => from === 'stdout') ?? [];
        // Counted when the connection is closed: mistakes may be in what the agent sends last.
        return (): readonly Finding[] => [
          program,
          { agent, step: 'start', verdict: 'ok', words: started },
          { agent, step: 'protocol', verdict: 'ok', words: `it speaks protocol version ${version}` },
          ...(stray.length === 0 ? [] : [strayFinding(agent, stray[0]?.text ?? '')]),
          ...mistakes.filter((line) => !line.includes('stdout')).map((line) => mistakeFinding(agent, line)),
          loginFinding(server, login, authMethods.length),
        ];
      },
    );
    return findings();
  } catch (error) {
    // Its token cannot be read.
    if (error instanceof UsageError)
      return [program, { agent, step: 'start', verdict: 'problem', words: error.message }];
    // A signal ends the whole command.
    if (!(error instanceof CommandError) || error.exitCode > signalBase) throw error;
    // A timeout alone says nothing about the agent; its cause does.
    const isLate = error.exitCode === exitCodes.timeout && error.cause === undefined;
    const advice = isLate ? ', unless it is not an agent or needs an option such as --acp' : '';
    const words = [`${error.message}${advice}`, ...error.details].join('\n  ');
    return [program, { agent, step: 'start', verdict: 'problem', words }];
  }
}

/** Sends a prompt in a session of its own; permission is denied, and only the mistakes of the answer count. */
async function sendPrompt(connection: ClientConnection, cwd: string, prompt: string): Promise<void> {
  const session = await connection.newSession({ cwd, mcpServers: [] });
  await session.prompt(prompt);
  await discardSession(connection, session);
}

function lookForProgram(server: AgentServer, { env }: Terminal): Finding {
  const base = { agent: server.name, step: 'program' } as const;
  if (server.kind === 'url') return { ...base, verdict: 'ok', words: `its URL is ${describeAgent(server)}` };
  const path = absoluteCommand(server.command, { ...env, ...server.env });
  if (path !== undefined) return { ...base, verdict: 'ok', words: `its program is ${path}` };
  const isPath = /[/\\]/u.test(server.command);
  const words = isPath
    ? `command ${server.command} not found; correct the command in the config file, or install the agent again`
    : `command ${server.command} not found in PATH; install it, or put its full path into the config file`;
  return { ...base, verdict: 'problem', words };
}

const strayFinding = (agent: string, line: string): Finding => ({
  agent,
  step: 'output',
  verdict: 'note',
  words: `it prints something that is not ACP on stdout: ${inOneLine(line)}`,
});

const mistakeFinding = (agent: string, line: string): Finding => ({
  agent,
  step: 'protocol',
  verdict: 'note',
  words: `it makes a mistake, and acp ${line}`,
});

function loginFinding(server: AgentServer, state: string | undefined, methodCount: number): Finding {
  const base = { agent: server.name, step: 'login' } as const;
  const advice = `acp auth login${loginArguments(server)}`;
  if (state === 'unauthenticated') return { ...base, verdict: 'problem', words: `it requires a login: ${advice}` };
  if (state === 'authenticated' || state === 'not_required') {
    return { ...base, verdict: 'ok', words: state === 'authenticated' ? 'you are logged in' : 'it needs no login' };
  }
  if (methodCount === 0) return { ...base, verdict: 'ok', words: 'it offers no login method' };
  return {
    ...base,
    verdict: 'note',
    words: `it does not report whether you are logged in; if it requires a login, ${advice}`,
  };
}

const marks = { ok: 'ok', note: 'note', problem: 'problem' } as const;

function findingsText(name: string, findings: readonly Finding[], palette: Palette): string {
  const paint: Readonly<Record<Finding['verdict'], keyof Palette>> = { ok: 'green', note: 'yellow', problem: 'red' };
  const lines = findings.map(({ verdict, words }) => `  ${palette[paint[verdict]](marks[verdict])}: ${words}`);
  return `${palette.bold(name)}\n${lines.join('\n')}\n`;
}
