/**
 * The four surfaces of the schema, and the verdict of each on a whole message.
 *
 * A message is checked twice: its envelope, and what the envelope carries. The verdict is about the message as a whole,
 * with paths that begin at its root.
 */
import type { MethodSpec, Repair, Validator } from '@acp-stack/schema';
import * as v1 from '@acp-stack/schema/v1';
import * as v1Unstable from '@acp-stack/schema/v1/unstable';
import * as v2 from '@acp-stack/schema/v2';
import * as v2Unstable from '@acp-stack/schema/v2/unstable';

export const surfaces = ['v1', 'v1/unstable', 'v2', 'v2/unstable'] as const;
export type Surface = (typeof surfaces)[number];
export type Version = 'v1' | 'v2';
export type JsonObject = Readonly<Record<string, unknown>>;

interface Schema {
  readonly methods: Readonly<Record<string, MethodSpec>>;
  readonly validators: Readonly<Record<string, Validator<unknown>>>;
  /** The tags of `session/update` that the surface knows. */
  readonly updates: readonly string[];
}

interface SchemaModule {
  readonly methods: object;
  readonly validators: object;
  readonly isSessionUpdate: object;
}

const schemaOf = ({ methods, validators, isSessionUpdate }: SchemaModule): Schema => ({
  methods: methods as Schema['methods'],
  validators: validators as Schema['validators'],
  updates: Object.keys(isSessionUpdate).filter((tag) => tag !== 'known'),
});

export const schemas: Readonly<Record<Surface, Schema>> = {
  v1: schemaOf(v1),
  'v1/unstable': schemaOf(v1Unstable),
  v2: schemaOf(v2),
  'v2/unstable': schemaOf(v2Unstable),
};

/** The version that a surface belongs to. */
export const versionOf = (surface: Surface): Version => (surface.startsWith('v1') ? 'v1' : 'v2');

/** What kind of message this is. */
export type Shape = 'request' | 'notification' | 'result' | 'failure';

export function shapeOf(message: JsonObject): Shape {
  if ('method' in message) return 'id' in message ? 'request' : 'notification';
  return 'error' in message ? 'failure' : 'result';
}

const envelopes = {
  request: { definition: 'JsonRpcRequest', part: 'params' },
  notification: { definition: 'JsonRpcNotification', part: 'params' },
  result: { definition: 'JsonRpcResult', part: 'result' },
  failure: { definition: 'JsonRpcFailure', part: undefined },
} as const;

/** What a surface makes of a message; an accepted message is the very same object. */
export type Verdict =
  | { readonly kind: 'accepted'; readonly message: JsonObject }
  | { readonly kind: 'mended'; readonly message: JsonObject; readonly repairs: readonly Repair[] }
  | { readonly kind: 'refused'; readonly path: string }
  | { readonly kind: 'unknown' };

/** The method of this name, or the one that is also known under it. */
export function findMethod(surface: Surface, name: string): MethodSpec | undefined {
  const { methods } = schemas[surface];
  return methods[name] ?? Object.values(methods).find((method) => method.also.includes(name));
}

/** Checks a message of `method`, or the response to one, with `surface`; custom methods have no shape of their own. */
export function judge(surface: Surface, method: string, message: JsonObject): Verdict {
  const spec = findMethod(surface, method);
  if (spec === undefined && !method.startsWith('_')) return { kind: 'unknown' };
  const { definition, part } = envelopes[shapeOf(message)];
  const outer = (schemas[surface].validators[definition] as Validator<JsonObject>).check(message);
  if (!outer.ok) return { kind: 'refused', path: outer.problems[0]?.path ?? '' };
  const validator: Validator<unknown> | undefined = part === undefined ? undefined : spec?.[part];
  const inner = part === undefined ? undefined : validator?.check(message[part]);
  if (inner === undefined || part === undefined) return settle(message, outer.value, outer.repairs);
  if (!inner.ok) return { kind: 'refused', path: `/${part}${inner.problems[0]?.path ?? ''}` };
  const whole = inner.value === message[part] ? outer.value : { ...outer.value, [part]: inner.value };
  return settle(message, whole, [...outer.repairs, ...inner.repairs]);
}

function settle(given: JsonObject, message: JsonObject, repairs: readonly Repair[]): Verdict {
  if (repairs.length > 0) return { kind: 'mended', message, repairs };
  if (message !== given) throw new Error('A message without repairs came back as another object.');
  return { kind: 'accepted', message };
}
