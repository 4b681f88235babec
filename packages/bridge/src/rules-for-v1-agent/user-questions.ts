/** What the agent asks the user through the client: permissions and elicitations. */
import type { RequestId } from '@acp-stack/rpc';
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { elicitationToV2 } from '../convert/elicitation.ts';
import { outcomeToV1, permissionToV2 } from '../convert/permission.ts';
import type { Exchange } from '../translate/exchange.ts';
import type { V2 } from '../protocol/methods.ts';
import type { Connection } from './connection.ts';
import { cancelledOutcome, type PermissionExchange } from './open-questions.ts';
import type { Session } from './session.ts';

/** `session/request_permission`. */
export function askPermission(
  { context, sessions }: Connection,
  params: v1.RequestPermissionRequest,
  exchange: PermissionExchange,
): void {
  if (sessions.isClosed(params.sessionId) || sessions.find(params.sessionId)?.isClosing === true) {
    exchange.answer(cancelledOutcome);
    return;
  }
  if (params.options.length === 0) {
    context.lose(
      'request_permission',
      'Version 2 requires options; the permission request was answered with cancelled.',
    );
    exchange.answer(cancelledOutcome);
    return;
  }
  const session = sessions.of(params.sessionId);
  const converted = withTitle(session, params, permissionToV2(params, { cwd: session.cwd, losses: context }));
  session.prompts.noteWork();
  const settle = session.questions.permission(exchange);
  exchange.forward('session/request_permission', converted, {
    result: ({ outcome, ...others }) => {
      settle();
      return { ...others, outcome: outcomeToV1(outcome, context) };
    },
    error: (error) => {
      settle();
      exchange.refuse(error);
    },
  });
}

/**
 * A permission request also reports its tool call (PERM-08).
 *
 * Fields that are missing from its tool call have not changed; the title of the request is still that of the tool call.
 */
function withTitle(
  session: Session,
  { toolCall }: v1.RequestPermissionRequest,
  params: v2.RequestPermissionRequest,
): v2.RequestPermissionRequest {
  const { subject } = params;
  if (subject?.type !== 'tool_call') return params;
  const title = toolCall.title ?? session.toolCalls.titleOf(toolCall.toolCallId) ?? '';
  const mentioned = session.toolCalls.mentioned(toolCall, subject.toolCall);
  return { ...params, ...(title === '' ? undefined : { title }), subject: { ...subject, toolCall: mentioned } };
}

/** `elicitation/create`. */
export function elicit(
  connection: Connection,
  params: v1.CreateElicitationRequest,
  exchange: Exchange<v1.CreateElicitationResponse, V2>,
): void {
  const { session, params: scoped } = inScope(connection, params);
  const converted = elicitationToV2(scoped, connection.context);
  session?.prompts.noteWork();
  const settle = session?.questions.other();
  exchange.forward('elicitation/create', converted, {
    result: (result) => {
      settle?.();
      // The agent checks the response anyway, and refuses one of a type that version 1 does not have (ELIC-04).
      return result as v1.CreateElicitationResponse;
    },
    error: (error) => {
      settle?.();
      exchange.refuse(error);
    },
  });
}

interface Scoped {
  readonly session: Session | undefined;
  readonly params: v1.CreateElicitationRequest;
}

/**
 * The session of an elicitation, and its params with the scope as the client knows it.
 *
 * In version 2 a prompt gets its response before its work begins, so an elicitation about the prompt becomes one about
 * its session. Any other request keeps its id, which may be another one for the client.
 */
function inScope({ context, sessions }: Connection, params: v1.CreateElicitationRequest): Scoped {
  const { sessionId, requestId, ...others } = params as v1.CreateElicitationRequest & {
    readonly sessionId?: string;
    readonly requestId?: RequestId;
  };
  if (sessionId !== undefined) return { session: sessions.of(sessionId), params };
  if (requestId === undefined) return { session: undefined, params };
  const prompted = sessions.prompted(requestId);
  const scope =
    prompted === undefined ? { requestId: context.clientIdOf(requestId) ?? requestId } : { sessionId: prompted.id };
  return { session: prompted, params: { ...others, ...scope } };
}
