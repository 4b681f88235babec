/**
 * Hides secrets in the JSON of messages, and leaves alone what a chain needs to work.
 *
 * Text keeps everything but the secrets in it. Ids, kinds, places and numbers stay; so do the bytes of images. A value
 * without a secret is returned as it is, the same object.
 */
import { isSecretName, isSecretOption } from './secret-names.ts';
import { hidden, withoutAddressSecrets, withoutSecrets } from './secrets.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Place {
  /** The name of the field. */
  readonly key: string;
  /** How many objects and lists it is in. */
  readonly depth: number;
  /** Whether every text below is a secret, by the name of a field above. */
  readonly isSecret: boolean;
  /** Whether the protocol does not define the fields below, such as the arguments of a tool. */
  readonly isFreeForm: boolean;
}

/** Fields by which messages and what they are about find each other; the protocol defines them. */
const structure =
  /^(?:jsonrpc|method|id|.*Ids?|type|sessionUpdate|kind|status|state|stopReason|modes?|category|outcome|role|action|severity|format|mimeType|version|priority|protocolVersion|code|cursor|nextCursor|progressToken|traceparent|tracestate|path|oldPath|cwd|additionalDirectories|blob)$/u;
/** What is deeper than this cannot be looked at, so it is hidden. */
const maxDepth = 1000;
/** What is looked at of a longer name: its end. */
const maxName = 200;
/** Fields with arbitrary content. */
const freeFields = /^(?:rawInput|rawOutput|arguments|structuredContent)$/u;
/** Addresses, which lose passwords and keys only. */
const addressFields = /^(?:uri|uris|roots)$/u;
const pictures = /^(?:image|audio)\//u;

/** `value` without its secrets. */
export const redactJson = (value: unknown): unknown =>
  redact(value, { key: '', depth: 0, isSecret: false, isFreeForm: false });

function redact(value: unknown, place: Place): unknown {
  const { key, isSecret, isFreeForm } = place;
  if (typeof value === 'string') {
    if (!isFreeForm && structure.test(key.slice(-maxName))) return value;
    if (!isFreeForm && !isSecret && addressFields.test(key)) return withoutAddressSecrets(value);
    return isSecret ? hidden : withoutSecrets(value, { keepsRandom: !isFreeForm && key === '_meta' });
  }
  if (typeof value === 'object' && value !== null && place.depth > maxDepth) return hidden;
  if (Array.isArray(value)) return redactList(value, { ...place, depth: place.depth + 1 });
  if (typeof value === 'object' && value !== null) return redactFields(value as Fields, place);
  // A number may be a code; a field of the protocol would no longer be valid.
  return isSecret && isFreeForm && typeof value === 'number' ? hidden : value;
}

function redactList(list: readonly unknown[], place: Place): readonly unknown[] {
  const changed = list.map((each, index) =>
    redact(each, { ...place, isSecret: place.isSecret || isSecretOption(list[index - 1]) }),
  );
  return changed.some((each, index) => each !== list[index]) ? changed : list;
}

function redactFields(fields: Fields, { depth, isSecret, isFreeForm }: Place): Fields {
  const isNamedSecret = typeof fields['name'] === 'string' && isSecretName(fields['name']);
  const isPicture = typeof fields['mimeType'] === 'string' && pictures.test(fields['mimeType']);
  const names = Object.keys(fields);
  const shownNames = redactedNames(names, { keepsRandom: !isFreeForm });
  let isChanged = shownNames !== names;
  const changed = Object.entries(fields).map(([name, each], index): [string, unknown] => {
    const shownName = shownNames[index] ?? name;
    // The name of a variable or header says what was hidden.
    if ((isSecret && name === 'name') || (isPicture && name === 'data')) return [shownName, each];
    const isSecretBelow = isSecret || isSecretName(name, each) || (isNamedSecret && name === 'value');
    const isFreeFormBelow = isFreeForm || freeFields.test(name);
    const shown = redact(each, { key: name, depth: depth + 1, isSecret: isSecretBelow, isFreeForm: isFreeFormBelow });
    isChanged ||= shown !== each;
    return [shownName, shown];
  });
  return isChanged ? Object.fromEntries(changed) : fields;
}

/** Shorter names of fields hold no secret that is found without a name of its own. */
const minName = 8;

/**
 * The names of the fields of an object without the secrets in them, each a different one; the same list if there are
 * none.
 */
export function redactedNames(names: readonly string[], options: { readonly keepsRandom: boolean }): readonly string[] {
  const shown = names.map((name) => (name.length < minName ? name : withoutSecrets(name, options)));
  if (shown.every((name, index) => name === names[index])) return names;
  const taken = new Set<string>();
  return shown.map((name) => {
    let free = name;
    for (let count = 2; taken.has(free); count += 1) free = `${name} ${count}`;
    taken.add(free);
    return free;
  });
}
