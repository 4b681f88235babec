/** Steps for tool calls and their terminals. */
import { writeGitPatch } from '@acp-stack/bridge/git-patch';
import { validators as v1, type ToolKind } from '@acp-stack/schema/v1/unstable';
import { validators, type DiffChange, type ToolCallLocation } from '@acp-stack/schema/v2/unstable';
import type { ToolCall, ToolCallInit } from '@acp-stack/sdk';

import { required, type ScriptValue } from './script-value.ts';
import { filled, pathOn, step, type StepContext } from './step-context.ts';
import type { StepTable } from './step-table.ts';

const callFields = [
  'id',
  'title',
  'name',
  'kind',
  'status',
  'locations',
  'rawInput',
  'rawOutput',
  'text',
  'diff',
  'terminal',
  'content',
  'cancellable',
] as const;
const statuses = ['pending', 'in_progress', 'completed', 'failed', 'cancelled'] as const;
const terminalFields = ['id', 'command', 'output', 'exitCode', 'signal', 'cancellable'] as const;

interface Place {
  readonly path: string;
  readonly line: number | undefined;
}

interface Diff {
  readonly path: string;
  readonly oldText: string | undefined;
  readonly newText: string | undefined;
}

export const toolSteps: StepTable = {
  toolCall: (field) => {
    const call = readCall(field);
    return step(async (context) => {
      const known = context.state.toolCalls.get(call.id);
      const shown = known === undefined || known.isFinal ? startCall(call, context, known !== undefined) : known;
      if (shown === known) await updateCall(call, context, shown);
      await appendContent(call, context, shown);
      const { status, rawOutput } = call;
      const isEnd = status === 'completed' || status === 'failed' || status === 'cancelled';
      if (isEnd) await shown.update({ status, ...(rawOutput === undefined ? {} : { rawOutput }) });
    });
  },
  terminal: (field) => {
    const fields = field.object(terminalFields);
    const id = required(field, fields, 'id').words();
    const command = fields.get('command')?.words();
    const output = fields.get('output')?.text();
    const exitCode = fields.get('exitCode')?.count(0, 255);
    const signal = fields.get('signal')?.words();
    const isCancellable = fields.get('cancellable')?.flag() ?? false;
    return step(async (context) => {
      const { turn, state } = context;
      const known = state.terminals.get(id);
      const terminal =
        known === undefined || known.isFinal
          ? turn.terminal({
              ...(command === undefined ? {} : { command }),
              cwd: turn.session.cwd,
              ...(isCancellable
                ? { onCancel: () => void state.terminals.get(id)?.exit({ exitCode: null, signal: 'SIGTERM' }) }
                : {}),
            })
          : known;
      state.terminals.set(id, terminal);
      if (output !== undefined) await terminal.write(filled(output, context));
      if (exitCode === undefined && signal === undefined) return;
      if (!terminal.isFinal) await terminal.exit({ exitCode: exitCode ?? null, signal: signal ?? null });
    });
  },
};

interface ReadCall {
  readonly id: string;
  readonly title: string | undefined;
  readonly name: string | undefined;
  readonly kind: ToolKind | undefined;
  readonly status: (typeof statuses)[number] | undefined;
  readonly locations: readonly Place[] | undefined;
  readonly rawInput: unknown;
  readonly rawOutput: unknown;
  readonly text: string | undefined;
  readonly diff: Diff | undefined;
  readonly terminal: string | undefined;
  readonly content: Parameters<ToolCall['append']>[0] | undefined;
  readonly isCancellable: boolean;
}

function readCall(field: ScriptValue): ReadCall {
  const fields = field.object(callFields);
  return {
    id: required(field, fields, 'id').words(),
    title: fields.get('title')?.words(),
    name: fields.get('name')?.words(),
    kind: fields.get('kind')?.checked(v1.ToolKind),
    status: fields.get('status')?.oneOf(statuses),
    locations: fields.get('locations')?.list().map(readPlace),
    rawInput: fields.get('rawInput')?.value,
    rawOutput: fields.get('rawOutput')?.value,
    text: fields.get('text')?.text(),
    diff: readDiff(fields.get('diff')),
    terminal: fields.get('terminal')?.words(),
    content: fields.get('content')?.checked(validators.ContentBlock),
    isCancellable: fields.get('cancellable')?.flag() ?? false,
  };
}

function readPlace(field: ScriptValue): Place {
  const fields = field.object(['path', 'line']);
  return { path: required(field, fields, 'path').words(), line: fields.get('line')?.count(1, 10_000_000) };
}

function readDiff(field: ScriptValue | undefined): Diff | undefined {
  if (field === undefined) return undefined;
  const fields = field.object(['path', 'oldText', 'newText']);
  const [oldText, newText] = [fields.get('oldText')?.text(), fields.get('newText')?.text()];
  if (oldText === undefined && newText === undefined) throw field.problem('needs "newText", "oldText" or both');
  return { path: required(field, fields, 'path').words(), oldText, newText };
}

/** Starts a call; a call whose id was used before gets a number, for instance when a script loops. */
function startCall(call: ReadCall, context: StepContext, isAgain: boolean): ToolCall {
  const { turn, state } = context;
  const { id, title, name, kind, status, rawInput, isCancellable } = call;
  const init: ToolCallInit = {
    title: filled(title ?? id, context),
    toolCallId: isAgain ? turn.session.nextId(id) : id,
    ...(name === undefined ? {} : { name }),
    ...(kind === undefined ? {} : { kind }),
    status: status === undefined || status === 'pending' ? 'pending' : 'in_progress',
    ...placesOf(call, context),
    ...(rawInput === undefined ? {} : { rawInput }),
    ...(isCancellable ? { onCancel: () => void state.toolCalls.get(id)?.cancel() } : {}),
  };
  const started = turn.toolCall(init);
  state.toolCalls.set(id, started);
  return started;
}

async function updateCall(call: ReadCall, context: StepContext, shown: ToolCall): Promise<void> {
  const { title, name, kind, status, rawInput } = call;
  const patch = {
    ...(title === undefined ? {} : { title: filled(title, context) }),
    ...(name === undefined ? {} : { name }),
    ...(kind === undefined ? {} : { kind }),
    ...(status === 'pending' || status === 'in_progress' ? { status } : {}),
    ...placesOf(call, context),
    ...(rawInput === undefined ? {} : { rawInput }),
  };
  if (Object.keys(patch).length > 0) await shown.update(patch);
}

async function appendContent(
  { text, content, diff, terminal }: ReadCall,
  context: StepContext,
  shown: ToolCall,
): Promise<void> {
  if (text !== undefined) await shown.append(filled(text, context));
  if (content !== undefined) await shown.append(content);
  if (diff !== undefined) {
    const { oldText, newText } = diff;
    const path = pathOn(context, diff.path);
    const operation = oldText === undefined ? 'add' : newText === undefined ? 'delete' : 'modify';
    const shownChange: DiffChange = { operation, path, fileType: 'text' };
    await shown.diff([shownChange], writeGitPatch({ path, oldText, newText }));
  }
  const referenced = terminal === undefined ? undefined : context.state.terminals.get(terminal);
  if (referenced !== undefined) await shown.append(referenced.content);
}

function placesOf({ locations }: ReadCall, context: StepContext): { readonly locations?: readonly ToolCallLocation[] } {
  if (locations === undefined) return {};
  return {
    locations: locations.map(({ path, line }) => ({
      path: pathOn(context, path),
      ...(line === undefined ? {} : { line }),
    })),
  };
}
