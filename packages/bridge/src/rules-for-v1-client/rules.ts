/** The rules for a client of version 1 with an agent of version 2. */
import { initializeResultToV1 } from '../convert/initialize.ts';
import { initializeParamsToV2, withForms } from '../convert/initialize-to-v1-client.ts';
import { withSteering } from '../extensions/steering-offer.ts';
import { steer, steeringMethod } from '../extensions/steering.ts';
import type { V1, V2WithExtras } from '../protocol/methods.ts';
import type { Rules } from '../translate/rules.ts';
import { agentRequests } from './agent-requests.ts';
import { noFeatures, featuresOf } from './client-features.ts';
import type { ConnectionContext } from './connection-context.ts';
import type { Connection } from './connection.ts';
import { ContentBatches } from './content-batches.ts';
import { nextEditRules } from './next-edit-suggestions.ts';
import { olderRequests, sessionRequests } from './session-requests.ts';
import { Sessions } from './sessions.ts';
import { TextChunkBuffer } from './text-chunk-buffer.ts';
import { receiveUpdate, textChunkRecorder } from './session-updates.ts';

export interface V1ClientSettings {
  /** Whether the agent understands what only version 1 has. */
  readonly extras: boolean;
}

export function v1ClientRules(context: ConnectionContext, { extras }: V1ClientSettings): Rules<V1, V2WithExtras> {
  const batches = new ContentBatches(context.clock);
  const sessions = new Sessions(context, batches, () => connection.features);
  const connection: Connection = {
    context,
    extras,
    sessions,
    batches,
    textChunks: new TextChunkBuffer(context, sessions),
    hidden: new Set(),
    features: noFeatures,
    startsMcpServers: true,
  };
  const nextEdits = nextEditRules(connection);
  return {
    clientRequests: {
      ...handshake(connection),
      ...sessionRequests(connection),
      ...nextEdits.clientRequests,
    },
    clientExtensions: {
      ...olderRequests(connection),
      [steeringMethod]: (params, exchange) => {
        steer(params, exchange, context);
      },
    },
    clientNotifications: { ...nextEdits.clientNotifications },
    agentRequests: agentRequests(connection),
    agentNotifications: {
      'session/update': (params, incoming) => {
        receiveUpdate(connection, params, incoming);
      },
    },
    recordTextChunk: textChunkRecorder(connection),
    flush: () => {
      connection.textChunks.flush();
      connection.batches.flush();
    },
    finish: () => {
      connection.textChunks.flush();
      connection.batches.complete();
    },
    sessionCount: () => {
      connection.textChunks.flush();
      return connection.sessions.count;
    },
    stop: () => {
      connection.batches.stop();
      connection.sessions.stop();
    },
  };
}

function handshake(connection: Connection): Rules<V1, V2WithExtras>['clientRequests'] {
  const { context, extras } = connection;
  return {
    initialize: (params, exchange) => {
      exchange.forward('initialize', withForms(initializeParamsToV2(params, { extras }, context)), {
        result: (result) => {
          connection.features = featuresOf(params.clientCapabilities);
          connection.startsMcpServers = (result.capabilities?.session?.mcp?.stdio ?? undefined) !== undefined;
          return withSteering(initializeResultToV1(result, context), result.capabilities);
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
