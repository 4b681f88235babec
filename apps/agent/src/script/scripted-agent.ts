/**
 * An agent that follows a script, for the authors of clients: the same prompts get the same messages with the same ids.
 *
 * It is a complete agent: its sessions can be listed and loaded, its turns cancelled, and it serves clients of both
 * versions.
 */
import { RpcError, systemClock, type Clock } from '@acp-stack/rpc';
import { agent, memoryStore, type Agent, type AgentSession, type Turn, type TurnStopReason } from '@acp-stack/sdk';

import type { Login } from '../auth/create-login.ts';
import { serveAuth } from '../auth/serve-auth.ts';
import type { Refusal, Script, ScriptedTurn } from './read-script.ts';
import { noProcessControl, type ProcessControl, type ScriptState } from './step-context.ts';

/** Options of a scripted agent. */
export interface ScriptedAgentOptions {
  /** What `readScript` returned. */
  readonly script: Script;
  /** The version that the agent reports in `initialize`. */
  readonly version: string;
  /** What `crash` steps act on; without it they fail the turn. */
  readonly processControl?: ProcessControl;
  /** Makes clients log in first; no login is needed when absent. */
  readonly login?: Login;
  /** Measures delays; the system's clock when absent. */
  readonly clock?: Clock;
}

/** The state of a session in the script. */
interface Progress extends ScriptState {
  readonly played: Set<ScriptedTurn>;
}

/** Creates an agent that follows a script; it serves any number of clients. */
export function scriptedAgent(options: ScriptedAgentOptions): Agent {
  const { script, version, processControl = noProcessControl, login, clock = systemClock } = options;
  const refuse = refusing(script.refusals);
  const progress = new WeakMap<AgentSession, Progress>();
  const app = agent(
    { name: script.name, version },
    {
      accepts: ['image', 'audio', 'embeddedContext'],
      mcp: ['stdio', 'http'],
      additionalDirectories: true,
      systemPrompt: 'append',
      runtimeContext: true,
      store: memoryStore(),
      admit: (method, connection) => refuse(method) ?? login?.controller.admit(method, connection),
      newId: counting(),
    },
  )
    .onSession((session) => {
      if (script.commands.length > 0) session.setCommands(script.commands);
      if (script.config.length > 0) session.setConfigOptions(script.config);
      const empty = { toolCalls: new Map(), terminals: new Map(), answers: new Map() };
      progress.set(session, { ...empty, played: new Set() });
    })
    .onPrompt(async (turn): Promise<TurnStopReason | undefined> => {
      const state = progress.get(turn.session);
      const next = state === undefined ? undefined : nextTurn(script, state.played, turn);
      if (state !== undefined && next !== undefined) return next.run({ turn, state, processControl, clock });
      await turn.message.append('The script has no turn for this prompt.');
      return undefined;
    });
  return login === undefined ? app : serveAuth(app, login.controller, login);
}

/** The first unused turn that matches the prompt. */
function nextTurn({ turns, isLoop }: Script, played: Set<ScriptedTurn>, { text }: Turn): ScriptedTurn | undefined {
  if (isLoop && turns.every((turn) => played.has(turn))) played.clear();
  const next = turns.find((turn) => !played.has(turn) && (turn.on === undefined || text.includes(turn.on)));
  if (next !== undefined) played.add(next);
  return next;
}

/** Reproducible ids: `message_1`, `message_2`. */
function counting(): (kind: string) => string {
  const counts = new Map<string, number>();
  return (kind) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return `${kind}_${count}`;
  };
}

function refusing(refusals: ReadonlyMap<string, Refusal>): (method: string) => RpcError | undefined {
  const counts = new Map<string, number>();
  return (method) => {
    const refusal = refusals.get(method);
    const count = (counts.get(method) ?? 0) + 1;
    counts.set(method, count);
    if (refusal === undefined || count > (refusal.times ?? Infinity)) return undefined;
    return RpcError.from(refusal.error);
  };
}
