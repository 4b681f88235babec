/**
 * The rules for an agent of version 1 with a client of version 2.
 *
 * The client sees an agent of its own version: a prompt gets its response when it is inserted and ends with a state,
 * modes are a config option, every message has an id. The bridge fills in for what the agent lacks where that is
 * possible.
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v1/unstable';

import { connectWithBothIds } from '../convert/mcp-servers.ts';
import type { RuleContext } from '../translate/rule-context.ts';
import type { V1, V2 } from '../protocol/methods.ts';
import type { Rules } from '../translate/rules.ts';
import type { TerminalRunner } from '../options/terminal-runner.ts';
import { askPermission, elicit } from './user-questions.ts';
import type { Connection } from './connection.ts';
import { archive, close, remove } from './close-session.ts';
import { Initialization } from './initialize.ts';
import { list } from './list-sessions.ts';
import { start, suggest, forwardDecision } from './next-edit-suggestions.ts';
import { openFork, openNew, resume } from './open-session.ts';
import { BridgeTerminals } from './bridge-terminals.ts';
import { Sessions } from './sessions.ts';
import type { MakeTerminals, Session } from './session.ts';
import { setConfigOption } from './set-config-option.ts';
import { noTerminals } from './terminals.ts';
import { forwardUpdate, textChunkRecorder } from './session-updates.ts';
import { ClientTerminals } from './client-terminals.ts';

export interface V1AgentSettings {
  /** Whether the client understands what only version 1 has. */
  readonly extras: boolean;
  readonly terminals: TerminalRunner | undefined;
}

export function v1AgentRules(context: RuleContext<V2, V1>, settings: V1AgentSettings): Rules<V2, V1> {
  const initialization = new Initialization(context, {
    extras: settings.extras,
    terminals: settings.terminals !== undefined,
  });
  const sessions = new Sessions(context, terminalsFor(context, settings, initialization));
  const connection: Connection = { context, initialization, sessions };
  return {
    clientRequests: clientRequests(connection),
    clientNotifications: {
      'session/cancel': (params, incoming) => {
        incoming.pass();
        sessions.find(params.sessionId)?.cancel();
      },
      'nes/accept': (params) => {
        forwardDecision(context, 'nes/accept', params);
      },
      'nes/reject': (params) => {
        forwardDecision(context, 'nes/reject', params);
      },
    },
    agentRequests: agentRequests(connection, settings),
    agentNotifications: {
      'session/update': (params, incoming) => {
        forwardUpdate(connection, params, incoming);
      },
    },
    recordTextChunk: textChunkRecorder(connection),
    flush: () => undefined,
    finish: () => undefined,
    sessionCount: () => sessions.count,
    stop: () => {
      sessions.stop();
    },
  };
}

function clientRequests(connection: Connection): Rules<V2, V1>['clientRequests'] {
  const { initialization, sessions } = connection;
  return {
    initialize: (params, exchange) => {
      initialization.initialize(params, exchange);
    },
    'auth/login': (params, exchange) => {
      exchange.forward('authenticate', params, {});
    },
    'auth/logout': (params, exchange) => {
      if (initialization.canLogout) exchange.forward('logout', params, {});
      else exchange.refuse(new RpcError(rpcCodes.methodNotFound, 'The agent cannot log out.'));
    },
    'session/new': (params, exchange) => {
      openNew(connection, params, exchange);
    },
    'session/resume': (params, exchange) => {
      resume(connection, params, exchange);
    },
    'session/fork': (params, exchange) => {
      openFork(connection, params, exchange);
    },
    'session/list': (params, exchange) => {
      list(connection, params, exchange);
    },
    'session/close': (params, exchange) => {
      close(connection, params, exchange);
    },
    'session/delete': (params, exchange) => {
      remove(connection, params, exchange);
    },
    'session/archive': (params, exchange) => {
      archive(connection, params, exchange);
    },
    'session/prompt': (params, exchange) => {
      const { sessionId } = params;
      // An agent that cannot close would work on it, and the client would not see that.
      if (sessions.isClosed(sessionId) || sessions.find(sessionId)?.isClosing === true)
        exchange.refuse(new RpcError(errorCodes.resource_not_found, 'The session is closed.', { data: { sessionId } }));
      else sessions.of(sessionId).prompts.add(params, exchange);
    },
    'session/set_config_option': (params, exchange) => {
      setConfigOption(connection, params, exchange);
    },
    // No tool call of the agent says that it can be cancelled.
    'tool_call/cancel': ({ toolCallId }, exchange) => {
      exchange.refuse(new RpcError(rpcCodes.invalidParams, `The tool call ${toolCallId} cannot be cancelled.`));
    },
    'terminal/cancel': ({ sessionId, terminalId }, exchange) => {
      if (sessions.find(sessionId)?.terminals.cancel(terminalId) === true) exchange.answer({});
      else exchange.refuse(new RpcError(rpcCodes.invalidParams, `The terminal ${terminalId} cannot be cancelled.`));
    },
    'nes/start': (_, exchange) => {
      start(connection.context, exchange);
    },
    'nes/suggest': suggest,
  };
}

function agentRequests(connection: Connection, { extras }: V1AgentSettings): Rules<V2, V1>['agentRequests'] {
  /** The session of a request, which shows that the agent works on its prompt. */
  const working = ({ sessionId }: { readonly sessionId: string }): Session => {
    const session = connection.sessions.of(sessionId);
    session.prompts.noteWork();
    return session;
  };
  return {
    'session/request_permission': (params, exchange) => {
      askPermission(connection, params, exchange);
    },
    'elicitation/create': (params, exchange) => {
      elicit(connection, params, exchange);
    },
    'mcp/connect': (params, exchange) => {
      exchange.forward('mcp/connect', connectWithBothIds(params), {});
    },
    'terminal/create': (params, exchange) => {
      working(params).terminals.create(params, exchange);
    },
    'terminal/output': (params, exchange) => {
      working(params).terminals.output(params, exchange);
    },
    'terminal/wait_for_exit': (params, exchange) => {
      working(params).terminals.waitForExit(params, exchange);
    },
    'terminal/kill': (params, exchange) => {
      working(params).terminals.kill(params, exchange);
    },
    'terminal/release': (params, exchange) => {
      working(params).terminals.release(params, exchange);
    },
    ...(extras
      ? {
          'fs/read_text_file': (params, exchange) => {
            working(params);
            exchange.pass();
          },
          'fs/write_text_file': (params, exchange) => {
            working(params);
            exchange.pass();
          },
        }
      : undefined),
  };
}

/** The client runs the terminals of the agent if it can; otherwise the bridge does, if it can. */
function terminalsFor(
  context: RuleContext<V2, V1>,
  { extras, terminals: runner }: V1AgentSettings,
  initialization: Initialization,
): MakeTerminals {
  return (host) => {
    if (runner !== undefined && !initialization.clientHasTerminals) return new BridgeTerminals(context, host, runner);
    return extras ? new ClientTerminals(context, host) : noTerminals;
  };
}
