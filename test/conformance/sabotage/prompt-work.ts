/** How an agent breaks rules about prompts of which the other sabotages break only the other side, or another version. */
import { changeSentUpdates } from '../../requirements/sabotage/change-updates.ts';
import { changeResults, changeSentRequests, either } from '../../requirements/sabotage/change-requests.ts';
import { incoming, outgoing, type Break, type Sabotages } from '../../requirements/sabotage/sabotage.ts';
import {
  fieldsOf,
  isErrorResponse,
  isRequest,
  isResponse,
  mapCarried,
  paramsOf,
  sessionUpdate,
  updateIn,
  withUpdate,
  without,
  type WireFields,
} from '../../requirements/sabotage/wire-message.ts';

const create = ['elicitation/create'];

/** Sends a request of version 1 with every prompt. */
const askingAlso = (method: string, params: WireFields): Break =>
  incoming((message, wire) => {
    if (!isRequest(message, 'session/prompt')) return undefined;
    const { sessionId } = paramsOf(message);
    wire.send({ jsonrpc: '2.0', id: `also-${method}`, method, params: { ...params, sessionId } });
    return undefined;
  });

/** Changes the address of pages that are asked for. */
const sentPages = (change: (params: WireFields) => WireFields): Break =>
  changeSentRequests(create, (params) => (params['mode'] === 'url' ? change(params) : params));

/** Changes the fields of forms that are asked for. */
const sentForms = (properties: WireFields): Break =>
  changeSentRequests(create, (params) =>
    params['mode'] === 'form'
      ? { ...params, requestedSchema: { ...fieldsOf(params['requestedSchema']), properties } }
      : params,
  );

const firstEntries = (list: unknown): unknown => (Array.isArray(list) ? (list as unknown[]).slice(0, 1) : list);

/** Changes the commands of a session, wherever they are. */
const sentCommands = (change: (command: WireFields) => WireFields): Break =>
  outgoing((message) => {
    const changed = mapCarried(message, (key, value) =>
      key === 'availableCommands' && Array.isArray(value) ? value.map((each) => change(fieldsOf(each))) : value,
    );
    return changed === message ? undefined : [changed];
  });

/** The sabotages of an agent about prompts and what happens in them. */
export const promptWorkSabotages: Sabotages = {
  'LIFE-11': {
    text: 'takes prompts for sessions that do not exist',
    side: 'agent',
    break: outgoing((message, wire) =>
      isErrorResponse(message) && wire.request?.method === 'session/prompt'
        ? [{ ...without(message, 'error'), result: { messageId: 'sabotaged' } }]
        : undefined,
    ),
  },
  'TURN-11': {
    text: 'does not report the usage of a session that is opened again',
    side: 'agent',
    break: (message, wire) => {
      const opened = wire.memory(() => ({ isAgain: false }));
      if (wire.direction === 'in') {
        if (isRequest(message, 'session/load', 'session/resume')) opened.isAgain = true;
        return undefined;
      }
      return opened.isAgain && updateIn(message, 'usage_update') !== undefined ? [] : undefined;
    },
  },
  'TURN-09': {
    text: 'reports the usage of a turn without its sum',
    side: 'agent',
    break: changeResults(['session/prompt'], (result) =>
      'usage' in result ? { ...result, usage: without(fieldsOf(result['usage']), 'totalTokens') } : result,
    ),
  },
  'LIFE-21': {
    text: 'reports the usage of a turn without its sum',
    side: 'agent',
    break: changeSentUpdates(['state_update'], (update) =>
      'usage' in update ? { ...update, usage: without(fieldsOf(update['usage']), 'totalTokens') } : update,
    ),
  },
  'TOOL-16': {
    text: 'sends the output of terminals as it is',
    side: 'agent',
    break: changeSentUpdates(['terminal_output_chunk'], (update) => ({ ...update, data: 'plain text!' })),
  },
  'FS-03': {
    text: 'counts lines from zero',
    side: 'agent',
    break: changeSentRequests(['fs/read_text_file'], (params) => ({ ...params, line: 0 })),
  },
  'CONT-02': {
    text: 'sends links without a name',
    side: 'agent',
    break: changeSentUpdates(['agent_message_chunk'], (update) =>
      fieldsOf(update['content'])['type'] === 'resource_link'
        ? { ...update, content: without(fieldsOf(update['content']), 'name') }
        : update,
    ),
  },
  'FS-08': {
    text: 'reads a file of a client of version 2',
    side: 'agent',
    break: askingAlso('fs/read_text_file', { path: '/work/a' }),
  },
  'TERM-12': {
    text: 'runs a command in a terminal of a client of version 2',
    side: 'agent',
    break: askingAlso('terminal/create', { command: 'ls' }),
  },
  'PLAN-02': {
    text: 'sends the first entry of a plan only',
    side: 'agent',
    break: either(
      changeSentUpdates(['plan'], (update) => ({ ...update, entries: firstEntries(update['entries']) })),
      changeSentUpdates(['plan_update'], (update) => {
        const plan = fieldsOf(update['plan']);
        return 'entries' in plan ? { ...update, plan: { ...plan, entries: firstEntries(plan['entries']) } } : update;
      }),
    ),
  },
  'CMD-03': {
    text: 'offers commands with a slash and a space in their names',
    side: 'agent',
    break: sentCommands((command) => ({ ...command, name: `/${String(command['name'])} now` })),
  },
  'CMD-04': {
    text: 'offers commands without their type',
    side: 'agent',
    break: sentCommands((command) => without(command, 'type')),
  },
  'NOTICE-02': {
    text: 'shows notices again when a session is opened again',
    side: 'agent',
    break: outgoing((message, wire) => {
      const shown = wire.memory((): WireFields[] => []);
      if (updateIn(message, 'notice') !== undefined) shown.push(message);
      const { method } = wire.request ?? {};
      const isOpened = method === 'session/resume' || method === 'session/load';
      return isResponse(message) && isOpened ? [...shown, message] : undefined;
    }),
  },
  'SUB-01': {
    text: 'sends an update of a subagent before it has reported it',
    side: 'agent',
    break: outgoing((message) => {
      const update = updateIn(message, 'subagent_update');
      if (update === undefined) return undefined;
      const content = { type: 'text', text: 'early' };
      const early = { sessionUpdate: 'agent_message_chunk', messageId: 'early', content };
      return [sessionUpdate(String(update['sessionId']), early), message];
    }),
  },
  'ELIC-03': {
    text: 'asks with forms whose fields have fields of their own',
    side: 'agent',
    break: sentForms({ colour: { type: 'object', properties: {} } }),
  },
  'ELIC-07': {
    text: 'asks for a password with a form',
    side: 'agent',
    break: sentForms({ password: { type: 'string', default: 'x' } }),
  },
  'ELIC-11': {
    text: 'gives every page the same id',
    side: 'agent',
    break: sentPages((params) => ({ ...params, elicitationId: 'the-page' })),
  },
  'ELIC-12': {
    text: 'puts a password into the address of a page',
    side: 'agent',
    break: sentPages((params) => ({ ...params, url: 'https://me:secret@example.org/' })),
  },
  'ELIC-22': {
    text: 'asks for the visit of a page without encryption',
    side: 'agent',
    break: sentPages((params) => ({ ...params, url: 'http://example.org/' })),
  },
  'RCTX-03': {
    text: 'makes context a part of what the user said',
    side: 'agent',
    break: (message, wire) => {
      const texts = wire.memory((): string[] => []);
      const { runtimeContext } = paramsOf(message);
      if (wire.direction === 'in' && isRequest(message, 'session/prompt') && Array.isArray(runtimeContext))
        texts.push(...runtimeContext.map((item) => String(fieldsOf(item)['text'])));
      const update = updateIn(message, 'user_message', 'user_message_chunk');
      if (wire.direction === 'in' || update === undefined || texts.length === 0) return undefined;
      const content = { type: 'text', text: texts.join(' ') };
      const isWhole = update['sessionUpdate'] === 'user_message';
      return [withUpdate(message, { ...update, content: isWhole ? [content] : content })];
    },
  },
};
