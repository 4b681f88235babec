/** Checks what callers without types pass, so that a mistake is a sentence and not an error of the platform. */
import { RegistryError } from './registry-error.ts';

/** Throws unless `value` is a text; `what` is the beginning of the sentence, such as `find needs a name`. */
export function requireText(value: unknown, what: string): asserts value is string {
  if (typeof value !== 'string') throw new RegistryError('invalid', `${what}, and got ${kindOf(value)}.`);
}

/** Throws unless `value` has a manifest and a source, as what `find` and `installed` return has. */
export function requireAgent(value: unknown, what: string): void {
  const { manifest, source } = fieldsOf(value);
  const { id } = fieldsOf(manifest);
  if (typeof id === 'string' && typeof fieldsOf(source)['location'] === 'string') return;
  throw new RegistryError('invalid', `${what}, and got ${kindOf(value)}.`);
}

/** Throws unless `value` is an agent with a list of distributions, as what `find` and `list` return has. */
export function requireListed(value: unknown, method: string): void {
  const what = `${method} needs an agent that find or list returned`;
  requireAgent(value, what);
  if (!Array.isArray(fieldsOf(value)['distributions'])) throw new RegistryError('invalid', `${what}.`);
}

/** Throws unless `value` is an agent with a command, as what `install` and `installed` return has. */
export function requireInstalled(value: unknown, method: string): void {
  const what = `${method} needs an agent that install or installed returned`;
  requireAgent(value, what);
  if (typeof fieldsOf(fieldsOf(value)['start'])['command'] !== 'string') throw new RegistryError('invalid', `${what}.`);
}

/** Throws unless `value` is what `newer` returns. */
export function requireUpdate(value: unknown): void {
  const { agent, distribution } = fieldsOf(value);
  requireAgent(agent, 'update needs what newer returned');
  requireText(distribution, 'update needs what newer returned, with its distribution');
}

/** The fields of an object, and none of anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string') return `the text ${JSON.stringify(value.slice(0, 64))}`;
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
