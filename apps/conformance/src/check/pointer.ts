/** JSON pointers into messages, and a walk over all values of a message that the protocol defines. */
import { isFields, type Fields } from '../conversation/message.ts';

/** The value at a JSON pointer; undefined if there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) value = (value as readonly unknown[])[Number(key)];
    else if (isFields(value)) value = value[key];
    else return undefined;
  }
  return value;
}

/** Parts that are not the protocol's: metadata, what tools are given and return, and schemas of forms. */
const foreign: ReadonlySet<string> = new Set(['_meta', 'rawInput', 'rawOutput', 'requestedSchema']);

/** Visits every field at any depth, with its pointer; custom variants and foreign parts are left out. */
export function eachField(root: unknown, visit: (key: string, value: unknown, pointer: string) => void): void {
  const walk = (value: unknown, pointer: string): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) walk(item, `${pointer}/${index}`);
      return;
    }
    if (!isFields(value) || isCustom(value)) return;
    for (const [key, item] of Object.entries(value)) {
      if (foreign.has(key)) continue;
      const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      visit(key, item, place);
      walk(item, place);
    }
  };
  walk(root, '');
}

/** The fields that name the variant of an object. */
const tags = ['type', 'sessionUpdate', 'operation', 'state', 'mode'];

const isCustomTag = (value: Fields, key: string): boolean =>
  tags.includes(key) && typeof value[key] === 'string' && value[key].startsWith('_');

const isCustom = (value: Fields): boolean => tags.some((tag) => isCustomTag(value, tag));

/** A value without the fields of custom variants, and of those whose tag is at `unknownTags`. */
export function withoutVariants(root: unknown, unknownTags: ReadonlySet<string>): unknown {
  const copy = (value: unknown, pointer: string): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => copy(item, `${pointer}/${index}`));
    if (!isFields(value)) return value;
    const isUnknownTag = (key: string): boolean =>
      tags.includes(key) && (unknownTags.has(`${pointer}/${key}`) || isCustomTag(value, key));
    const isForeign = Object.keys(value).some(isUnknownTag);
    const kept = Object.entries(value).filter(([key]) => !isForeign || isUnknownTag(key));
    return Object.fromEntries(
      kept.map(([key, item]) => [key, foreign.has(key) ? item : copy(item, `${pointer}/${key}`)]),
    );
  };
  return copy(root, '');
}
