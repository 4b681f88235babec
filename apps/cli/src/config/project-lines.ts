/** What a project file would start and decide, for the question whether the user trusts it. */
import { exactLine } from '../text/exact-text.ts';
import type { AgentServer, RegistryEntry } from './agent-server.ts';
import type { Config } from './config.ts';
import { describeAgent } from './describe-agent.ts';

/**
 * One line for each agent and what belongs to it, and for each setting. The file comes with the folder and may be
 * hostile, so everything in it is shown with nothing hidden.
 */
export function projectLines(config: Config): readonly string[] {
  const {
    agents,
    registryAgents,
    defaultAgent,
    permissions,
    mcpServers,
    context,
    contextFallback,
    editorState,
    editor,
    theme,
    chat,
    hub,
  } = config;
  const settings = Object.entries({
    default_agent: defaultAgent,
    default_permissions: permissions,
    mcpServers,
    context,
    context_fallback: contextFallback,
    editor_state: editorState,
    editor,
    theme,
    chat,
    hub,
  }).filter(([, value]) => value !== undefined);
  return [
    ...[...agents.values(), ...registryAgents.values()].flatMap(agentLines),
    ...settings.map(([name, value]) => `${name}: ${exactLine(JSON.stringify(value))}`),
  ];
}

function agentLines(server: AgentServer | RegistryEntry): readonly string[] {
  const allowed = server.allow === undefined ? '' : `, may use ${server.allow.join(', ') || 'nothing'}`;
  const started = server.kind === 'registry' ? 'an agent of a registry' : describeAgent(server);
  const cwd = server.kind === 'command' ? server.cwd : undefined;
  const tokenFile = server.kind === 'url' ? server.tokenFile : undefined;
  const [what, more] =
    server.kind === 'url' ? (['header', server.headers] as const) : (['variable', server.env] as const);
  return [
    `${exactLine(server.name)}: ${exactLine(started)}${allowed}`,
    ...(cwd === undefined ? [] : [`  in ${exactLine(cwd)}`]),
    ...(tokenFile === undefined ? [] : [`  is sent the token in ${exactLine(tokenFile)}`]),
    ...(server.proxies ?? []).map((proxy) => `  proxy ${exactLine(proxy)}`),
    ...Object.entries(more).map(([name, value]) => `  ${what} ${exactLine(`${name}=${value}`)}`),
  ];
}
