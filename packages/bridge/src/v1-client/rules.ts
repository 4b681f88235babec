/** A client of version 1 with an agent of version 2. */
import { initializeResultToV1 } from '../convert/initialize.ts';
import { initializeParamsToV2, withForms } from '../convert/introduction.ts';
import type { V1, V2WithExtras } from '../methods.ts';
import type { Rules } from '../rules.ts';
import { agentRequests } from './agent-requests.ts';
import { closedGates, gatesOf } from './client-gates.ts';
import type { Connection, ConnectionHub } from './connection.ts';
import { Joining } from './joining.ts';
import { nextEditRules } from './next-edit-rules.ts';
import { sessionRequests } from './session-requests.ts';
import { Sessions } from './sessions.ts';
import { Speeches } from './speeches.ts';
import { receiveSpeech, receiveUpdate } from './updates.ts';

export interface V1ClientSettings {
  /** Whether the agent understands what only version 1 has. */
  readonly extras: boolean;
}

export function v1ClientRules(hub: ConnectionHub, { extras }: V1ClientSettings): Rules<V1, V2WithExtras> {
  const joining = new Joining(hub.clock);
  const sessions = new Sessions(hub, joining);
  const connection: Connection = {
    hub,
    extras,
    sessions,
    joining,
    speeches: new Speeches({ hub, sessions }),
    hidden: new Set(),
    gates: closedGates,
    startsMcpServers: true,
  };
  const nextEdits = nextEditRules(connection);
  return {
    clientRequests: {
      ...handshake(connection),
      ...sessionRequests(connection),
      ...nextEdits.clientRequests,
    },
    clientNotifications: { ...nextEdits.clientNotifications },
    agentRequests: agentRequests(connection),
    agentNotifications: {
      'session/update': (params, crossing) => {
        receiveUpdate(connection, params, crossing);
      },
    },
    speech: (speech) => receiveSpeech(connection, speech),
    flush: () => {
      connection.speeches.settle();
      connection.joining.flush();
    },
    finish: () => {
      connection.speeches.settle();
      connection.joining.complete();
    },
    sessionCount: () => {
      connection.speeches.settle();
      return connection.sessions.count;
    },
    stop: () => {
      connection.joining.stop();
      connection.sessions.stop();
    },
  };
}

function handshake(connection: Connection): Rules<V1, V2WithExtras>['clientRequests'] {
  const { hub, extras } = connection;
  return {
    initialize: (params, exchange) => {
      exchange.forward('initialize', withForms(initializeParamsToV2(params, { extras }, hub)), {
        result: (result) => {
          connection.gates = gatesOf(params.clientCapabilities);
          connection.startsMcpServers = (result.capabilities?.session?.mcp?.stdio ?? undefined) !== undefined;
          return initializeResultToV1(result, hub);
        },
      });
    },
    authenticate: (params, exchange) => {
      exchange.forward('auth/login', params, {});
    },
    logout: (params, exchange) => {
      exchange.forward('auth/logout', params, {});
    },
  };
}
