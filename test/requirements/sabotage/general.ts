/** Sabotages of the rules about JSON-RPC and the conventions of the protocol. */
import type { RequestId } from '@acp-stack/rpc';

import { incoming, outgoing, type Sabotages } from './sabotage.ts';
import {
  responseTo,
  fieldsOf,
  isNotification,
  isObject,
  isErrorResponse,
  isRequest,
  isResponse,
  isSuccess,
  mapCarried,
  paramsOf,
  errorResponseTo,
  updateIn,
  withParams,
  without,
  withUpdate,
  type WireFields,
} from './wire-message.ts';

const invalidRequest = -32_600;
const methodNotFound = -32_601;
const invalidParams = -32_602;
const parseError = -32_700;

const pathFields = new Set(['cwd', 'path', 'oldPath']);
const listsOfPaths = new Set(['additionalDirectories']);
const relative = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/^\/+/, '') : value);

/** The prefixes of known methods; all others are unknown. */
const areas =
  /^(initialize$|authenticate$|logout$|\$\/|(session|auth|tool_call|terminal|elicitation|providers|mcp|proxy|fs|nes|document|workspace)\/)/;

const knownParams: Readonly<Record<string, readonly string[]>> = {
  initialize: ['protocolVersion', 'info', 'capabilities', 'clientInfo', 'clientCapabilities', '_meta'],
  'session/new': ['cwd', 'additionalDirectories', 'mcpServers', 'systemPrompt', '_meta'],
  'session/prompt': ['sessionId', 'prompt', 'runtimeContext', '_meta'],
  'session/request_permission': ['sessionId', 'title', 'description', 'subject', 'options', 'toolCall', '_meta'],
};

/** The types of content blocks, and of tool call content. */
const contentTypes = new Set(['text', 'image', 'audio', 'resource_link', 'resource', 'content', 'diff', 'terminal']);

const updateKinds = new Set(
  [
    'user_message user_message_chunk agent_message agent_message_chunk agent_thought agent_thought_chunk',
    'session_message session_message_chunk state_update tool_call_update tool_call_content_chunk terminal_update',
    'terminal_output_chunk plan_update plan_removed available_commands_update config_option_update session_info_update',
    'usage_update notice compaction_update compaction_summary_chunk subagent_update tool_call plan current_mode_update',
  ].flatMap((line) => line.split(' ')),
);

const renamed: Readonly<Record<string, string>> = { toolCallId: 'tool_call_id', mcpServers: 'mcp_servers' };

const isBadObject = (value: unknown): boolean => value !== undefined && value !== null && !isObject(value);

const isMalformedOptional = (message: WireFields): boolean => {
  const { _meta: meta, capabilities } = paramsOf(message);
  return isBadObject(meta) || (isRequest(message, 'initialize') && isBadObject(capabilities));
};

/** A content block of a prompt; its type becomes a custom one if its fields do not fit the type. */
const disguised = (block: unknown): unknown =>
  isObject(block) && block['type'] === 'text' && typeof block['text'] !== 'string'
    ? { ...block, type: '_text' }
    : block;

/** Whether a permission request is about a tool call that it does not name. */
const isHollow = (subject: unknown): subject is WireFields =>
  isObject(subject) && subject['type'] === 'tool_call' && !isObject(subject['toolCall']);

/** What a relay that keeps only known fields would leave of a content block. */
const stripped = (block: unknown): unknown => {
  const { type } = fieldsOf(block);
  return typeof type === 'string' && !contentTypes.has(type) ? { type } : block;
};

const strippedContent = (key: string, value: unknown): unknown => {
  if (key !== 'content' && key !== 'prompt') return value;
  return Array.isArray(value) ? value.map(stripped) : stripped(value);
};

/** The sabotages of the rules about JSON-RPC and conventions. */
export const generalSabotages: Sabotages = {
  'GEN-01': {
    text: 'leaves "jsonrpc" out of every message',
    side: 'both',
    break: outgoing((message) => (Array.isArray(message) ? undefined : [without(message, 'jsonrpc')])),
  },
  'GEN-02': {
    text: 'adds an error to every result',
    side: 'both',
    break: outgoing((message) =>
      isSuccess(message) ? [{ ...message, error: { code: -32_603, message: 'Internal error' } }] : undefined,
    ),
  },
  'GEN-03': {
    text: 'responds to every notification with an error',
    side: 'both',
    break: incoming((message, wire) => {
      if (isNotification(message)) wire.send(errorResponseTo({ id: null }, invalidRequest, 'Invalid request'));
      return undefined;
    }),
  },
  'GEN-04': {
    text: 'sends relative paths',
    side: 'both',
    break: outgoing((message) => [
      mapCarried(message, (key, value) => {
        if (pathFields.has(key)) return relative(value);
        return listsOfPaths.has(key) && Array.isArray(value) ? value.map(relative) : value;
      }),
    ]),
  },
  'GEN-05': {
    text: 'counts lines from 0',
    side: 'both',
    break: outgoing((message) => [
      mapCarried(message, (key, value) => (key === 'line' && typeof value === 'number' ? value - 1 : value)),
    ]),
  },
  'GEN-06': {
    text: 'writes toolCallId and mcpServers in snake case',
    side: 'both',
    break: outgoing((message) => [renameKeys(message)]),
  },
  'GEN-07': {
    text: 'responds to unknown requests with null',
    side: 'both',
    break: outgoing((message) =>
      isErrorResponse(message, methodNotFound) ? [{ ...without(message, 'error'), result: null }] : undefined,
    ),
  },
  'GEN-08': {
    text: 'closes the connection after an unknown notification',
    side: 'both',
    break: incoming((message, wire) => {
      if (!isNotification(message) || areas.test(String(message['method']))) return undefined;
      wire.destroy();
      return [];
    }),
  },
  'GEN-09': {
    text: 'whether notifications that begin with $/ are ignored',
    side: 'both',
    unprovable: 'It is optional, so nothing breaks it.',
  },
  'GEN-10': {
    text: 'does not respond to input that is not JSON',
    side: 'both',
    break: outgoing((message) => (isErrorResponse(message, parseError) ? [] : undefined)),
  },
  'GEN-11': {
    text: 'does not respond to JSON that is not a message',
    side: 'both',
    break: (message, wire) => {
      const seen = wire.memory(() => ({ isBatch: false }));
      if (wire.direction === 'in') seen.isBatch = Array.isArray(message);
      const isAnswer = wire.direction === 'out' && isErrorResponse(message, invalidRequest) && message['id'] === null;
      return isAnswer && !seen.isBatch ? [] : undefined;
    },
  },
  'GEN-12': {
    text: 'refuses an array twice',
    side: 'both',
    break: (message, wire) => {
      const seen = wire.memory(() => ({ isBatch: false }));
      if (wire.direction === 'in') seen.isBatch = Array.isArray(message);
      const isAnswer = wire.direction === 'out' && isErrorResponse(message, invalidRequest) && message['id'] === null;
      return isAnswer && seen.isBatch ? [message, message] : undefined;
    },
  },
  'GEN-12b': {
    text: 'responds to the requests of an array one by one',
    side: 'both',
    break: outgoing((message) => (Array.isArray(message) ? (message as readonly unknown[]) : undefined)),
  },
  'GEN-12c': {
    text: 'sends every request in an array',
    side: 'both',
    break: outgoing((message) => (isRequest(message) ? [[message]] : undefined)),
  },
  'GEN-13': {
    text: 'responds to responses that belong to no request',
    side: 'both',
    break: incoming((message, wire) => {
      if (isResponse(message) && wire.request === undefined) wire.send(errorResponseTo(message, invalidRequest));
      return undefined;
    }),
  },
  'GEN-14': {
    text: 'serves requests whose id is null or a fraction',
    side: 'both',
    break: incoming((message, wire) => {
      const { id } = message;
      if (!isRequest(message) || (id !== null && (typeof id !== 'number' || Number.isInteger(id)))) return undefined;
      wire.send(responseTo(message, {}));
      return [];
    }),
  },
  'GEN-15': {
    text: 'responds with another id than that of the request',
    side: 'both',
    break: outgoing((message) =>
      isResponse(message)
        ? [{ ...message, id: typeof message['id'] === 'number' ? String(message['id']) : 0 }]
        : undefined,
    ),
  },
  'GEN-16': {
    text: 'uses the id of a request that has no response yet for the next one',
    side: 'both',
    break: (message, wire) => {
      const shared = wire.memory(() => ({ id: undefined as RequestId | undefined, owners: [] as RequestId[] }));
      if (wire.direction === 'out' && isRequest(message)) {
        const id = message['id'] as RequestId;
        if (shared.owners.length === 0) shared.id = id;
        shared.owners.push(id);
        return shared.id === id ? undefined : [{ ...message, id: shared.id }];
      }
      if (wire.direction === 'out' || !isResponse(message)) return undefined;
      const place = message['id'] === shared.id ? 0 : shared.owners.indexOf(message['id'] as RequestId);
      const [owner] = place === -1 ? [] : shared.owners.splice(place, 1);
      return owner === undefined || owner === message['id'] ? undefined : [{ ...message, id: owner }];
    },
  },
  'GEN-17': {
    text: 'refuses requests with fields it does not know',
    side: 'both',
    break: incoming((message, wire) => {
      const known = knownParams[String(message['method'])];
      if (!isRequest(message) || known === undefined) return undefined;
      if (Object.keys(paramsOf(message)).every((key) => known.includes(key))) return undefined;
      wire.send(errorResponseTo(message, invalidParams));
      return [];
    }),
  },
  'GEN-18': {
    text: 'refuses requests with a malformed optional field',
    side: 'both',
    break: incoming((message, wire) => {
      if (!isRequest(message) || !isMalformedOptional(message)) return undefined;
      wire.send(errorResponseTo(message, invalidParams));
      return [];
    }),
  },
  'GEN-19': {
    text: 'drops updates of an unknown kind',
    side: 'client',
    break: incoming((message) => {
      const update = updateIn(message);
      return update === undefined || updateKinds.has(String(update['sessionUpdate'])) ? undefined : [];
    }),
  },
  'GEN-20': {
    text: 'treats a text block without text, and a tool call without one, as something of an unknown kind',
    side: 'both',
    break: incoming((message) => {
      const { prompt, subject } = paramsOf(message);
      if (isRequest(message, 'session/prompt') && Array.isArray(prompt))
        return [withParams(message, { prompt: prompt.map(disguised) })];
      return isRequest(message, 'session/request_permission') && isHollow(subject)
        ? [withParams(message, { subject: { ...subject, type: '_tool_call' } })]
        : undefined;
    }),
  },
  'GEN-21': {
    text: 'invents a kind of tool without an underscore',
    side: 'agent',
    break: outgoing((message) => {
      const update = updateIn(message, 'tool_call_update');
      return update?.['kind'] === undefined ? undefined : [withUpdate(message, { ...update, kind: 'summarize' })];
    }),
  },
  'GEN-22': {
    text: 'passes content of an unknown kind on without its payload',
    side: 'both',
    break: outgoing((message) => [mapCarried(message, strippedContent)]),
  },
  'GEN-23': {
    text: 'sends updates behind the response that they should come before',
    side: 'agent',
    break: outgoing((message, wire) => {
      const held = wire.memory(() => [] as WireFields[]);
      if (updateIn(message) !== undefined && wire.open('in').length > 0) {
        held.push(message);
        return [];
      }
      return isResponse(message) && held.length > 0 ? [message, ...held.splice(0)] : undefined;
    }),
  },
  'GEN-24': {
    text: 'repeats in an error what was asked, credentials and all',
    side: 'both',
    break: outgoing((message, wire) => {
      if (!isErrorResponse(message) || wire.request?.params === undefined) return undefined;
      return [{ ...message, error: { ...fieldsOf(message['error']), data: wire.request.params } }];
    }),
  },
};

function renameKeys(message: WireFields): WireFields {
  const rename = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rename);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [renamed[key] ?? key, rename(each)]));
  };
  return 'params' in message ? { ...message, params: rename(message['params']) } : message;
}
