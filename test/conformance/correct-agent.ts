/** An agent that does everything the suite asks for, and keeps every rule: the suite must find nothing wrong with it. */
import { agent, memoryStore, type Agent, type AgentSession, type PromptHandler } from '@acp-stack/sdk';

import { lockedAgent, withLogin } from './correct/auth.ts';
import { changeMode, configure } from './correct/config.ts';
import { openFiles } from './correct/editor-state.ts';
import { injectAgents, injectOptions } from './correct/inject.ts';
import { mcpAgents } from './correct/mcp.ts';
import { withNextEdits } from './correct/next-edits.ts';
import { prepareWork, promptOptions, promptWork } from './correct/prompt-work.ts';
import { generalAgent, generalScenarios } from './correct/general.ts';
import { withProviders } from './correct/providers.ts';
import { readBelowRoots, sessionOptions, startServers } from './correct/sessions.ts';

/** Does what the first word of the prompt names. */
const onPrompt: PromptHandler = async (turn) => {
  const behaviour = /^conformance:(\S+)/u.exec(turn.text)?.[1] ?? 'say';
  await (behaviours[behaviour] ?? say)(turn);
};

const say: PromptHandler = async ({ message }) => {
  await message.append('hello');
};

const behaviours: Readonly<Record<string, PromptHandler>> = {
  ...promptWork,
  'change-mode': changeMode,
  'open-files': openFiles,
};

/** What every session is given when it is opened. */
function setUp(session: AgentSession): void {
  configure(session);
  prepareWork(session);
}

/** A new app with a store of its own. */
export function correctAgent(version: 1 | 2): Agent {
  const app = agent(
    { name: 'correct', version: '1.0.0' },
    { store: memoryStore(), ...sessionOptions, ...promptOptions, ...injectOptions },
  )
    .onPrompt(onPrompt)
    .onSession(setUp);
  return withNextEdits(withProviders(withLogin(app, version)));
}

/** Agents for scenarios that need one of their own, by the name of the scenario. */
const ownAgents: Readonly<Record<string, (version: 1 | 2) => Agent>> = {
  ...Object.fromEntries(generalScenarios.map((name) => [name, generalAgent])),
  ...injectAgents,
  ...mcpAgents,
  'auth/login': lockedAgent,
  'directories/files': () =>
    agent({ name: 'reader', version: '1.0.0' }, { store: memoryStore(), ...sessionOptions }).onPrompt(readBelowRoots),
  'sessions/mcp-servers': () =>
    agent({ name: 'connected', version: '1.0.0' }, { store: memoryStore(), ...sessionOptions })
      .onPrompt(say)
      .onSession(startServers),
};

/** The agent that the scenario with this name is tried on, in a version. */
export const correctAgentFor =
  (scenario: string, version: 1 | 2): (() => Agent) =>
  () =>
    (ownAgents[scenario] ?? correctAgent)(version);
