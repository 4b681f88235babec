/** The steps of a script for what an agent sent in a recording. */
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';
import { validators } from '@acp-stack/schema/v1/unstable';

const { ToolKind, ToolCallStatus } = validators;

/** A step of a script: an object with one field. */
export type ScriptStep = JsonObject;

/** The steps, and what cannot be written as a step, told by notes. */
export interface Converted {
  readonly steps: readonly ScriptStep[];
  readonly notes?: readonly string[];
}

const chunkSteps: Readonly<Record<string, 'text' | 'thought'>> = {
  agent_message_chunk: 'text',
  agent_thought_chunk: 'thought',
};

/** Updates that the scripted agent sends by itself, or that a client caused. */
const ownUpdates = new Set(['state_update', 'user_message', 'user_message_chunk']);

type Convert = (update: JsonObject) => Converted;

const converters: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ['agent_message_chunk', (update) => chunk(update, 'agent_message_chunk')],
  ['agent_thought_chunk', (update) => chunk(update, 'agent_thought_chunk')],
  ['tool_call', toolCall],
  ['tool_call_update', toolCall],
  ['plan', ({ entries }) => one('plan', entries)],
  ['plan_update', ({ plan }) => one('plan', isJsonObject(plan) ? plan['entries'] : undefined)],
  [
    'usage_update',
    ({ used, size, cost }) => one('usage', { used, size, ...(cost === undefined || cost === null ? {} : { cost }) }),
  ],
  ['session_info_update', ({ title }) => (title === undefined ? nothing : one('title', title))],
  ['available_commands_update', (update) => commands(update)],
]);

const nothing: Converted = { steps: [] };
const noted = (note: string): Converted => ({ steps: [], notes: [note] });
const one = (name: string, value: unknown): Converted =>
  value === undefined ? noted(`a ${name} without a value was left out`) : { steps: [{ [name]: value }] };

/** The steps of an update. */
export function updateSteps(update: JsonObject): Converted {
  const kind = String(update['sessionUpdate']);
  if (ownUpdates.has(kind)) return nothing;
  return converters.get(kind)?.(update) ?? noted(`${kind} was left out: there is no step for it`);
}

function chunk({ content }: JsonObject, kind: string): Converted {
  const name = chunkSteps[kind] ?? 'text';
  if (!isJsonObject(content)) return noted(`a malformed ${kind} was left out`);
  if (content['type'] === 'text' && typeof content['text'] === 'string') return one(name, [content['text']]);
  return name === 'text' ? one('content', content) : noted('a thought that is not text was left out');
}

function commands({ availableCommands }: JsonObject): Converted {
  const list = Array.isArray(availableCommands) ? availableCommands.filter(isJsonObject) : [];
  const read = list.map(({ name, description, input }) => {
    const hint = isJsonObject(input) ? input['hint'] : undefined;
    return { name, description, ...(typeof hint === 'string' && hint !== '' ? { hint } : {}) };
  });
  return one('commands', read);
}

function toolCall(update: JsonObject): Converted {
  const { toolCallId, title, name, kind, status, locations, rawInput, rawOutput, content } = update;
  const present = Object.fromEntries(
    Object.entries({ title, name, kind, status, locations, rawInput, rawOutput }).filter(
      ([, value]) => value !== undefined && value !== null,
    ),
  );
  const parts = (Array.isArray(content) ? content : []).filter(isJsonObject).map(toolContent);
  const { kept, notes } = knownFields(present);
  const steps = [kept, ...parts].map((fields) => ({ toolCall: { id: String(toolCallId), ...fields } }));
  // The first part belongs to the step that has the other fields.
  const [first, second, ...rest] = steps;
  if (first === undefined) return nothing;
  if (second === undefined) return { steps: [first], notes };
  return { steps: [{ toolCall: { ...first.toolCall, ...second.toolCall } }, ...rest], notes };
}

/** Fields of a step that take only certain values. */
const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  kind: (value) => ToolKind.is(value),
  status: (value) => value === 'cancelled' || ToolCallStatus.is(value),
};

/** The fields without values that no step takes: a script with one would not be played at all. */
function knownFields(fields: JsonObject): { readonly kept: JsonObject; readonly notes: readonly string[] } {
  const unknown = Object.entries(fields).filter(([name, value]) => checks[name]?.(value) === false);
  const names = new Set(unknown.map(([name]) => name));
  return {
    kept: Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name))),
    notes: unknown.map(
      ([name, value]) => `the ${name} ${JSON.stringify(value)} of a tool call is unknown and was left out`,
    ),
  };
}

/** The fields of a step for one entry of the content of a tool call. */
function toolContent(entry: JsonObject): JsonObject {
  const { type, content, path, oldText, newText } = entry;
  if (type === 'diff' && typeof newText === 'string' && typeof path === 'string')
    return { diff: { path, ...(typeof oldText === 'string' ? { oldText } : {}), newText } };
  if (type === 'content' && isJsonObject(content) && typeof content['text'] === 'string')
    return { text: content['text'] };
  // Terminals of a client are its own, so only their place is kept.
  if (type === 'terminal') return { text: '(a terminal)' };
  return { content: entry };
}

/** The step of a request of the agent. */
export function requestStep(method: string, params: JsonObject): Converted {
  const { sessionId: _, ...rest } = params;
  if (method === 'session/request_permission') return one('permission', permission(params));
  if (method !== 'elicitation/create') return one('request', { method, params: rest });
  const { message, mode, url, requestedSchema } = params;
  if (mode === 'url') return one('elicit', { message, url });
  const schema = isJsonObject(requestedSchema) ? requestedSchema : {};
  const { properties, required } = schema;
  return one('elicit', { message, form: properties ?? {}, ...(Array.isArray(required) ? { required } : {}) });
}

function permission({ title, toolCall: call, subject, options }: JsonObject): JsonObject {
  const about = isJsonObject(call) ? call : isJsonObject(subject) ? subject : {};
  const inner = isJsonObject(about['toolCall']) ? about['toolCall'] : about;
  const id = inner['toolCallId'];
  const offered = (Array.isArray(options) ? options : []).filter(isJsonObject);
  const words = [title, about['title'], inner['title']].find((each) => typeof each === 'string' && each !== '');
  return {
    title: words ?? 'Continue?',
    ...(typeof id === 'string' ? { toolCall: id } : {}),
    options: offered.map(({ optionId, name, kind }) => ({ id: optionId, name, kind })),
  };
}

/** Joins texts and thoughts that follow each other. */
export function joinedSteps(steps: readonly ScriptStep[]): readonly ScriptStep[] {
  const joined: ScriptStep[] = [];
  for (const step of steps) {
    const [name = ''] = Object.keys(step);
    const last = joined.at(-1);
    const isJoined = (name === 'text' || name === 'thought') && last?.[name] !== undefined;
    if (isJoined) joined[joined.length - 1] = { [name]: [...piecesOf(last[name]), ...piecesOf(step[name])] };
    else joined.push(step);
  }
  return joined.map((step) => single(step));
}

const piecesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

function single(step: ScriptStep): ScriptStep {
  const [name = ''] = Object.keys(step);
  const value = step[name];
  return (name === 'text' || name === 'thought') && Array.isArray(value) && value.length === 1
    ? { [name]: value[0] }
    : step;
}
