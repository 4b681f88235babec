/** Opens sessions of an agent for conversations of the AI SDK. */
import type { LanguageModelV3FunctionTool } from '@ai-sdk/provider';
import type { McpOffer } from '@acp-stack/mcp';
import { errorCodes } from '@acp-stack/schema/v2/unstable';
import {
  openServedSession,
  RpcError,
  type ClientConnection,
  type ClientSession,
  type SessionSettings,
} from '@acp-stack/sdk';

import { programTools } from './program-tools.ts';
import type { OpenSession } from './open-sessions.ts';

/** What a session is opened with. */
export interface SessionNeeds extends Partial<SessionSettings> {
  readonly login?: string;
  readonly system: string;
  readonly tools: readonly LanguageModelV3FunctionTool[];
  readonly mcp: McpOffer;
}

/** An open session; `bind` says in which of the model's sessions its tools are called. */
export interface Opened {
  readonly session: ClientSession;
  readonly bind: (open: OpenSession) => void;
}

/** Opens a new session, and sets its config options. */
export async function openNew(connection: ClientConnection, needs: SessionNeeds): Promise<Opened> {
  return open(connection, needs, (params) => connection.newSession(params));
}

/** Opens a session that the agent has stored. */
export async function resume(connection: ClientConnection, sessionId: string, needs: SessionNeeds): Promise<Opened> {
  return open(connection, needs, (params) => connection.resume({ ...params, sessionId }));
}

type Params = Parameters<ClientConnection['newSession']>[0];

async function open(
  connection: ClientConnection,
  { cwd = process.cwd(), mcpServers = [], config = {}, login, system, tools, mcp }: SessionNeeds,
  request: (params: Params) => Promise<ClientSession>,
): Promise<Opened> {
  let bound: OpenSession | undefined;
  const offered = programTools(tools, () => bound?.turn);
  const declared = tools.length === 0 ? [] : [mcp.tools(offered, { name: 'program' })];
  const settings = { cwd, config, system, mcpServers: [...mcpServers, ...declared] };
  const session = await openServedSession(connection, settings, (params) =>
    withLogin(connection, login, () => request(params)),
  );
  return {
    session,
    bind: (given) => {
      bound = given;
    },
  };
}

/** Logs in if the agent asks for it and the program has named a method, and tries again once. */
async function withLogin<T>(
  connection: ClientConnection,
  login: string | undefined,
  request: () => Promise<T>,
): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof RpcError) || error.code !== errorCodes.authentication_required) throw error;
    if (login === undefined) {
      const methods = connection.authMethods.map(({ methodId }) => methodId).join(', ');
      const advice = methods === '' ? 'log in with its own program' : `pass acp() the option login (${methods})`;
      throw new Error(`The agent ${connection.agentInfo.name} asks for a login: ${advice}.`, { cause: error });
    }
    await connection.login(login);
    return request();
  }
}
