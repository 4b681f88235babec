/** What can be said about the messages of a client by looking at them, with the schemas of the version. */
import type { Conversation } from '../conversation/conversation.ts';
import { isFields, type Fields } from '../conversation/message.ts';
import type { AgentDialect } from './agent-dialect.ts';

/** Calls and notifications of the client. */
export const callsOf = (conversation: Conversation): readonly Fields[] => [
  ...conversation.requests(),
  ...conversation.notifications(),
];

/** Methods that do not exist in the version and are no extensions. */
export const foreignMethods = (conversation: Conversation, { methods }: AgentDialect): readonly string[] =>
  callsOf(conversation)
    .map(({ method }) => String(method))
    .filter((method) => !/^(?:_|\$\/)/u.test(method) && methods[method] === undefined);

/** Fields that the protocol does not define, such as `session/new: colour`. */
export function foreignFields(conversation: Conversation, { methods }: AgentDialect): readonly string[] {
  return callsOf(conversation).flatMap(({ method, params }) => {
    const name = String(method);
    // A client that speaks several versions sends the fields of all of them in its first message.
    if (name === 'initialize') return [];
    const found: string[] = [];
    methods[name]?.params.known(params, {
      unknown: (field, _, isMeta) => {
        if (!isMeta && field !== '_meta') found.push(`${name}: ${field}`);
        return false;
      },
    });
    return found;
  });
}

/** Calls whose params are not those of the schema, with what is wrong. */
export function malformedCalls(conversation: Conversation, { methods }: AgentDialect): readonly string[] {
  return callsOf(conversation).flatMap(({ method, params }) => {
    const checked = methods[String(method)]?.params.check(params);
    if (checked === undefined || checked.ok) return [];
    return checked.problems.map(({ path, expected }) => `${String(method)}${path} is not ${expected}`);
  });
}

/** Values of open lists that the version does not define and that are no extensions. */
export const inventedValues = (conversation: Conversation, { methods }: AgentDialect): readonly string[] =>
  callsOf(conversation).flatMap(({ method, params }) => {
    const problems = methods[String(method)]?.params.unknownValues(params) ?? [];
    return problems.map(({ path, found }) => `${String(method)}${path} is ${found}`);
  });

/** The values of every field with this name in what the client has sent. */
export function valuesOf(conversation: Conversation, name: string): readonly unknown[] {
  const found: unknown[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) look(each);
    if (!isFields(value)) return;
    for (const [key, each] of Object.entries(value)) {
      if (key === name) found.push(each);
      if (key !== '_meta') look(each);
    }
  };
  for (const { value } of conversation.received()) look(value);
  return found;
}

/** The names of all fields that the client has sent, but of metadata and of values that are the user's own. */
export function fieldNames(conversation: Conversation): ReadonlySet<string> {
  const names = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) look(each);
    if (!isFields(value)) return;
    for (const [key, each] of Object.entries(value)) {
      names.add(key);
      if (!['_meta', 'content', 'rawInput', 'rawOutput', 'data'].includes(key)) look(each);
    }
  };
  for (const { value } of conversation.received()) look(value);
  return names;
}
