/** Sabotages of the rules about tool calls. */
import { changeReceivedUpdates, changeSentUpdates, type UpdateChange } from './change-updates.ts';
import { incoming, outgoing, type Break, type OpenRequest, type Sabotages, type Wire } from './sabotage.ts';
import {
  fieldsOf,
  isObject,
  isErrorResponse,
  isSuccess,
  mapFields,
  sessionIn,
  updateIn,
  without,
  type WireFields,
} from './wire-message.ts';

const invalidParams = -32_602;

const calls = ['tool_call', 'tool_call_update'];
const finalStatuses = ['completed', 'failed', 'cancelled'];
const statuses = ['pending', 'in_progress', 'paused', ...finalStatuses];

/** Whether this is the first update of a tool call. */
function isFirst(update: WireFields, wire: Wire): boolean {
  const seen = wire.memory(() => new Set<unknown>());
  const isNew = !seen.has(update['toolCallId']);
  seen.add(update['toolCallId']);
  return isNew;
}

/** Changes the content items of a tool call, in updates and in chunks. */
const sentContent = (change: (item: WireFields) => unknown): Break =>
  changeSentUpdates([...calls, 'tool_call_content_chunk'], (update) => {
    const { content } = update;
    if (Array.isArray(content)) return { ...update, content: content.map((item) => change(fieldsOf(item))) };
    return isObject(content) ? { ...update, content: change(content) } : update;
  });

/** Removes a field from the first update of a tool call. */
const firstWithout = (key: string): Break =>
  changeSentUpdates(calls, (update, wire) => (isFirst(update, wire) && key in update ? without(update, key) : update));

/** Gives every entity the same id. */
const oneId =
  (key: string, id: string): UpdateChange =>
  (update) => {
    const changed = mapFields(update, (name, value) => (name === key ? id : value)) as WireFields;
    return JSON.stringify(changed) === JSON.stringify(update) ? update : changed;
  };

const relative = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/^\/+/, '') : value);

/** A change of a diff without required fields. */
function spoiltChange(value: unknown): unknown {
  const change = fieldsOf(value);
  return 'oldPath' in change ? without(change, 'oldPath') : { ...change, path: relative(change['path']) };
}

const isEnd = (update: WireFields): boolean =>
  finalStatuses.includes(String(update['status'])) || isObject(update['exitStatus']);

/** The id of a tool call or terminal. */
const entity = (sessionId: unknown, { toolCallId, terminalId }: WireFields): string =>
  `${String(sessionId)} ${toolCallId === undefined ? 'terminal' : 'call'} ${String(toolCallId ?? terminalId)}`;

/** What a request cancels; empty for other requests. */
function targetOf({ method, params }: OpenRequest): string {
  if (method !== 'tool_call/cancel' && method !== 'terminal/cancel') return '';
  const fields = fieldsOf(params);
  return entity(fields['sessionId'], fields);
}

/** The sabotages of the rules about tool calls. */
export const toolCallSabotages: Sabotages = {
  'TOOL-01': {
    text: 'reports a tool call only with its second update',
    side: 'agent',
    break: outgoing((message, wire) => {
      const held = wire.memory(() => new Map<unknown, WireFields | undefined>());
      const update = updateIn(message, ...calls);
      if (update === undefined) return undefined;
      const id = update['toolCallId'];
      if (!held.has(id)) {
        held.set(id, message);
        return [];
      }
      const first = held.get(id);
      held.set(id, undefined);
      return first === undefined ? undefined : [first, message];
    }),
  },
  'TOOL-02': {
    text: 'gives every tool call the same id',
    side: 'agent',
    break: changeSentUpdates([...calls, 'tool_call_content_chunk'], oneId('toolCallId', 'the-call')),
  },
  'TOOL-03': {
    text: 'treats a new tool call without kind and status as a finished one that ran a command (version 1)',
    side: 'client',
    break: changeReceivedUpdates(['tool_call'], (update) => ({ kind: 'execute', status: 'completed', ...update })),
  },
  'TOOL-04': {
    text: 'appends the content of an update to what was there (version 1)',
    side: 'client',
    break: changeReceivedUpdates(calls, (update, wire) => {
      const known = wire.memory(() => new Map<unknown, readonly unknown[]>());
      const { toolCallId, content } = update;
      if (!Array.isArray(content)) return update;
      const before = known.get(toolCallId) ?? [];
      known.set(toolCallId, [...before, ...content]);
      return before.length === 0 ? update : { ...update, content: [...before, ...content] };
    }),
  },
  'TOOL-05': {
    text: 'treats null in an update as a field that is not mentioned',
    side: 'client',
    break: changeReceivedUpdates(['tool_call_update'], (update) => {
      const cleared = Object.keys(update).filter((key) => update[key] === null);
      return cleared.length === 0 ? update : without(update, ...cleared);
    }),
  },
  'TOOL-06': { text: 'reports new tool calls without a title', side: 'agent', break: firstWithout('title') },
  'TOOL-07': {
    text: 'replaces the content of a tool call with each chunk',
    side: 'client',
    break: changeReceivedUpdates(['tool_call_content_chunk'], (update) => ({
      ...update,
      sessionUpdate: 'tool_call_update',
      content: [update['content']],
    })),
  },
  'TOOL-08': {
    text: 'never says that a tool call runs',
    side: 'agent',
    break: changeSentUpdates(calls, (update) =>
      update['status'] === 'in_progress' ? without(update, 'status') : update,
    ),
  },
  'TOOL-09': {
    text: 'sends diffs without the new text (version 1)',
    side: 'agent',
    break: sentContent((item) => (item['type'] === 'diff' ? without(item, 'newText') : item)),
  },
  'TOOL-10': {
    text: 'whether a deleted file is marked as such (version 1)',
    side: 'agent',
    unprovable: 'It is optional, so nothing breaks it.',
  },
  'TOOL-11': {
    text: 'sends diffs whose changes lack the old path or are relative',
    side: 'agent',
    break: sentContent((item) =>
      item['type'] === 'diff' && Array.isArray(item['changes'])
        ? { ...item, changes: item['changes'].map(spoiltChange) }
        : item,
    ),
  },
  'TOOL-12': {
    text: 'sends diffs without a patch',
    side: 'agent',
    break: sentContent((item) => (item['type'] === 'diff' ? without(item, 'patch') : item)),
  },
  'TOOL-13': {
    text: 'shows terminals that were never created (version 1)',
    side: 'agent',
    break: sentContent((item) => (item['type'] === 'terminal' ? { ...item, terminalId: 'no-such-terminal' } : item)),
  },
  'TOOL-14': {
    text: 'throws the state of a terminal away that no tool call has shown yet',
    side: 'client',
    break: incoming((message, wire) => {
      const shown = wire.memory(() => new Set<unknown>());
      const call = updateIn(message, ...calls, 'tool_call_content_chunk');
      if (call !== undefined) {
        for (const item of [call['content']].flat()) {
          if (fieldsOf(item)['type'] === 'terminal') shown.add(fieldsOf(item)['terminalId']);
        }
        return undefined;
      }
      const terminal = updateIn(message, 'terminal_update', 'terminal_output_chunk');
      return terminal === undefined || shown.has(terminal['terminalId']) ? undefined : [];
    }),
  },
  'TOOL-15': {
    text: 'gives every terminal the same id',
    side: 'agent',
    break: changeSentUpdates(
      [...calls, 'tool_call_content_chunk', 'terminal_update', 'terminal_output_chunk'],
      oneId('terminalId', 'the-terminal'),
    ),
  },
  'TOOL-16': {
    text: 'appends a snapshot of a terminal to what was there',
    side: 'client',
    break: incoming((message) => {
      const update = updateIn(message, 'terminal_update');
      const output = update?.['output'];
      if (update === undefined || !isObject(output)) return undefined;
      const params = fieldsOf(message['params']);
      const chunk = { sessionUpdate: 'terminal_output_chunk', terminalId: update['terminalId'], data: output['data'] };
      return [
        { ...message, params: { ...params, update: without(update, 'output') } },
        { ...message, params: { ...params, update: chunk } },
      ];
    }),
  },
  'TOOL-17': {
    text: 'treats a terminal with an empty exit status as one that still runs',
    side: 'client',
    break: changeReceivedUpdates(['terminal_update'], (update) =>
      isObject(update['exitStatus']) && Object.keys(update['exitStatus']).length === 0
        ? without(update, 'exitStatus')
        : update,
    ),
  },
  'TOOL-18': {
    text: 'whether controls are offered on terminals that cannot be cancelled',
    side: 'client',
    unprovable: 'It is about what users see; TOOL-19 is about what they do with it.',
  },
  'TOOL-19': {
    text: 'treats every tool call and terminal as one that can be cancelled, and cancels what cannot be',
    side: 'both',
    break: (message, wire) => {
      if (wire.direction === 'out') {
        const isCancel = wire.request?.method === 'tool_call/cancel' || wire.request?.method === 'terminal/cancel';
        return isErrorResponse(message, invalidParams) && isCancel
          ? [{ ...without(message, 'error'), result: {} }]
          : undefined;
      }
      return changeReceivedUpdates(['tool_call_update', 'terminal_update'], (update) =>
        isObject(fieldsOf(update['capabilities'])['cancel']) ? update : { ...update, capabilities: { cancel: {} } },
      )(message, wire);
    },
  },
  'TOOL-20': {
    text: 'does not say how a tool call or terminal ended that it agreed to cancel',
    side: 'agent',
    break: outgoing((message, wire) => {
      const agreed = wire.memory(() => new Set<string>());
      if (isSuccess(message) && wire.request !== undefined) {
        agreed.add(targetOf(wire.request));
        return undefined;
      }
      const update = updateIn(message, 'tool_call_update', 'terminal_update');
      if (update === undefined || !isEnd(update)) return undefined;
      const target = entity(sessionIn(message), update);
      // It may end before the response to the cancellation.
      return agreed.has(target) || wire.open('in').some((request) => targetOf(request) === target) ? [] : undefined;
    }),
  },
  'TOOL-21': {
    text: 'treats an unknown status as completed',
    side: 'client',
    break: changeReceivedUpdates(calls, (update) =>
      typeof update['status'] !== 'string' || statuses.includes(update['status'])
        ? update
        : { ...update, status: 'completed' },
    ),
  },
  'TOOL-22': {
    text: 'reports new tool calls without the name of the tool',
    side: 'agent',
    break: firstWithout('name'),
  },
  'TOOL-23': {
    text: 'sends locations with relative paths',
    side: 'agent',
    break: changeSentUpdates(calls, (update) => {
      const { locations } = update;
      if (!Array.isArray(locations)) return update;
      return {
        ...update,
        locations: locations.map((each) => ({ ...fieldsOf(each), path: relative(fieldsOf(each)['path']) })),
      };
    }),
  },
};
