/** Refuses what is not a component, with a sentence that says what to pass: plain JavaScript has no types to say it. */
import type { Component } from '@acp-stack/sdk';

const roles: readonly unknown[] = ['agent', 'proxy', 'either'];

/** Throws a `TypeError` unless `value`, which stands at `place` in a chain, is a component. */
export function requireComponent(value: unknown, place: string): asserts value is Component {
  const advice = adviceFor(value);
  if (advice !== undefined) throw new TypeError(`${place} is ${advice}`);
}

function adviceFor(value: unknown): string | undefined {
  if (Array.isArray(value)) return 'an array; pass the components one by one, as in chain(...components).';
  if (typeof value === 'string') {
    return /^(?:wss?|https?):/u.test(value)
      ? 'a string; pass address(url) of @acp-stack/conductor/node.'
      : 'a string; pass command([program, ...args]) of @acp-stack/conductor/node.';
  }
  if (typeof value === 'function') return 'a function; pass what it returns, or wrapHandler(name, { … }).';
  if (typeof value !== 'object' || value === null) return `${String(value)}; ${kinds}`;
  if (value instanceof Promise) return 'a promise; await it first.';
  const { start, name, role } = value as Partial<Record<'start' | 'name' | 'role', unknown>>;
  if (typeof start === 'function' && typeof name === 'string' && roles.includes(role)) return undefined;
  if ('send' in value && 'open' in value)
    return 'a channel, which is one connection; pass command([program, ...args]) instead of spawnAgent([program, ...args]), or the agent or proxy itself.';
  return `not a component; ${kinds}`;
}

const kinds = 'pass an agent(), a proxy(), a chain(), command([program, ...args]) or address(url).';
