/** The endpoint of an inspector: an ACP program whose extension methods are those of `@acp-stack/trace/inspect`. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { isJsonObject } from '@acp-stack/schema/json-object';
import { agent, type Agent } from '@acp-stack/sdk';
import { compareRuns, scriptOfRun, type TraceRecord } from '@acp-stack/trace';
import { inspectMethods, type AnswerPolicy, type InspectCalls, type InspectMethod } from '@acp-stack/trace/inspect';

import type { Answer } from './automatic-answers.ts';
import { Exports } from './exports.ts';
import type { Inspector } from './inspector.ts';
import { methodForms } from './method-forms.ts';
import { Fields } from './read-fields.ts';
import { replayRun } from './replay.ts';
import { sendMessage } from './send-message.ts';

type Handlers = {
  readonly [M in InspectMethod]: (
    fields: Fields,
    signal: AbortSignal,
  ) => InspectCalls[M]['result'] | Promise<InspectCalls[M]['result']>;
};

/** Rows of one response. */
const maxRows = 2000;
/** Characters of one message. */
const maxText = 16 * 1024 * 1024;
/** Rows that are searched at once. */
const searchedRows = 2000;
/** Messages that a search finds. */
const maxFound = 100_000;
const policies = ['hand', 'allow', 'refuse'] as const;

/** The program that the page talks to. */
export function inspectEndpoint(inspector: Inspector, version: string): Agent {
  const app = agent({ name: 'acp-inspect', title: 'acp inspect', version });
  const handlers = handlersOf(inspector);
  for (const [name, method] of Object.entries(inspectMethods)) {
    const handle = handlers[name as InspectMethod];
    app.on(
      method,
      (params) => new Fields(params),
      (fields, { signal }) => handle(fields, signal),
    );
  }
  return app;
}

function handlersOf(inspector: Inspector): Handlers {
  const { store } = inspector;
  const exports = new Exports(inspector);
  return {
    state: async (fields, signal) => {
      if (fields.has('after')) await inspector.changed(fields.count('after'), signal);
      return { number: inspector.number, state: inspector.state };
    },
    rows: async (fields, signal) => {
      const from = fields.count('from');
      const limit = Math.min(fields.countOr('limit', maxRows), maxRows);
      if (fields.flagOr('isWaiting', true)) await store.reached(from, signal);
      const rows = store.slice(from, limit).map(({ row }) => row);
      const last = rows.at(-1);
      const next = last === undefined ? Math.max(from, store.first) : last.index + 1;
      return { rows, next, first: store.first, end: store.end };
    },
    message: (fields) => {
      const { row, record } = stored(inspector, fields.count('index'));
      const response = store.responseTo(row.index);
      const text = textOf(record);
      const isCut = text.length > maxText;
      return {
        text: isCut ? text.slice(0, maxText) : text,
        isCut,
        row,
        ...(response === undefined ? {} : { response }),
      };
    },
    search: async (fields, signal) => {
      const wanted = fields.text('text').toLowerCase();
      const found: number[] = [];
      for (let from = store.first; from < store.end && !signal.aborted; from += searchedRows) {
        for (const { row, record } of store.slice(from, searchedRows))
          if (textOf(record).toLowerCase().includes(wanted)) found.push(row.index);
        // The rows of other requests, and of the agent, are not held up.
        await new Promise((resolve) => setImmediate(resolve));
      }
      return { indexes: found.slice(0, maxFound), isComplete: found.length <= maxFound };
    },
    send: (fields, signal) => sendMessage(inspector, fields, signal),
    answer: async (fields, signal) => {
      const index = fields.count('index');
      const from = store.end;
      if (!inspector.agent.live.answer(index, answerIn(fields)))
        throw new RpcError(rpcCodes.invalidParams, 'The request has an answer already, or was withdrawn.');
      const sent = await store.find(from, ({ row }) => row.request === index, signal);
      return { index: sent?.row.index ?? from };
    },
    policy: (fields) => ({ policy: inspector.setPolicy(policyIn(fields)) }),
    restart: async () => ({ run: await inspector.restart() }),
    capabilities: (fields) => ({ table: inspector.run(fields.count('run')).capabilities() }),
    methods: (fields) => {
      const { current } = inspector.state;
      const table = current === undefined ? undefined : inspector.run(current).capabilities();
      const version = fields.has('version') ? fields.oneOf('version', [1, 2] as const) : table?.version === 1 ? 1 : 2;
      const name = fields.has('name') ? fields.text('name') : undefined;
      return { version, methods: methodForms(version, table?.version === version ? table : undefined, name) };
    },
    export: (fields) => exports.part(fields),
    import: (fields) => inspector.open(fields.text('name'), fields.text('text')),
    script: (fields) => {
      const run = fields.count('run');
      const { text, notes } = scriptOfRun(inspector.exchanges(run), inspector.run(run).summary.sides[0]);
      return { name: 'script.json', text, notes };
    },
    replay: async (fields, signal) => {
      const recorded = fields.count('run');
      const run = await replayRun(inspector, recorded, signal);
      return { run, rows: compared(inspector, recorded, run) };
    },
    compare: (fields) => ({ rows: compared(inspector, fields.count('left'), fields.count('right')) }),
  };
}

/** Only what the client and its neighbour said to each other is compared. */
function compared(inspector: Inspector, left: number, right: number): InspectCalls['compare']['result']['rows'] {
  const front = (run: number): ReturnType<Inspector['exchanges']> => {
    const [client] = inspector.run(run).summary.sides;
    return inspector.exchanges(run).filter(({ from, to }) => from === to || from === client || to === client);
  };
  return compareRuns(front(left), front(right));
}

function stored(inspector: Inspector, index: number): NonNullable<ReturnType<Inspector['store']['get']>> {
  const found = inspector.store.get(index);
  if (found === undefined)
    throw new RpcError(
      rpcCodes.invalidParams,
      `Row ${index} was dropped, because the inspector holds a limited number.`,
    );
  return found;
}

const textOf = (record: TraceRecord): string =>
  record.type === 'frame' ? record.frame : record.type === 'end' ? (record.error ?? '') : record.text;

function answerIn(fields: Fields): Answer {
  const error = fields.any('error');
  if (error === undefined) return { result: fields.any('result') ?? {} };
  if (!isJsonObject(error) || typeof error['code'] !== 'number' || typeof error['message'] !== 'string')
    throw new RpcError(rpcCodes.invalidParams, '"error" must be an object with a code and a message.');
  return { error: { ...error, code: error['code'], message: error['message'] } };
}

function policyIn(fields: Fields): Partial<AnswerPolicy> {
  return {
    ...(fields.has('permissions') ? { permissions: fields.oneOf('permissions', policies) } : {}),
    ...(fields.has('files') ? { files: fields.oneOf('files', policies) } : {}),
    ...(fields.has('elicitation') ? { elicitation: fields.oneOf('elicitation', policies) } : {}),
    ...(fields.has('other') ? { other: fields.oneOf('other', ['hand', 'refuse'] as const) } : {}),
  };
}
