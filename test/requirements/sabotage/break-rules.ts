/**
 * Makes a correct peer break single rules of the protocol.
 *
 * The channel of a correct peer is wrapped; the proof of a rule has to fail when that rule is broken. Without rules the
 * wrapper changes nothing.
 */
import {
  wrapChannel,
  ConnectionError,
  systemClock,
  type Channel,
  type Clock,
  type Receiver,
  type RequestId,
} from '@acp-stack/rpc';
import type { Direction } from '@acp-stack/testing';

import { authenticationSabotages } from './authentication.ts';
import { cancellationSabotages } from './cancellation.ts';
import { chainSabotages } from './proxies.ts';
import { configOptionSabotages } from './config-options.ts';
import { elicitationSabotages } from './elicitation.ts';
import { extensionSabotages } from './extensions.ts';
import { generalSabotages } from './general.ts';
import { initializationSabotages } from './initialization.ts';
import { injectSabotages } from './inject.ts';
import { lifecycleSabotages } from './prompt-lifecycle.ts';
import { machineSabotages } from './files-and-terminals.ts';
import { nextEditSabotages } from './next-edits.ts';
import { noticeSabotages } from './notices.ts';
import { permissionSabotages } from './permissions.ts';
import { runtimeContextSabotages } from './runtime-context.ts';
import { sessionListSabotages } from './session-list.ts';
import { sessionSetupSabotages } from './session-setup.ts';
import { toolCallSabotages } from './tool-calls.ts';
import { versionOneSabotages } from './version-1.ts';
import { versionOneSessionSabotages } from './version-1-sessions.ts';
import type { Break, OpenRequest, Sabotages, Wire } from './sabotage.ts';
import { isObject, isResponse, type WireFields } from './wire-message.ts';

/** Every sabotage by the id of its rule; a rule that cannot be broken on the wire says why. */
export const sabotages: Sabotages = {
  ...generalSabotages,
  ...initializationSabotages,
  ...authenticationSabotages,
  ...sessionSetupSabotages,
  ...lifecycleSabotages,
  ...cancellationSabotages,
  ...toolCallSabotages,
  ...permissionSabotages,
  ...configOptionSabotages,
  ...sessionListSabotages,
  ...extensionSabotages,
  ...elicitationSabotages,
  ...nextEditSabotages,
  ...versionOneSabotages,
  ...versionOneSessionSabotages,
  ...injectSabotages,
  ...machineSabotages,
  ...runtimeContextSabotages,
  ...noticeSabotages,
  ...chainSabotages,
};

/** Options of `breakRules`. */
export interface BreakRulesOptions {
  /** Measures delays; the system's clock when absent. */
  readonly clock?: Clock;
  /** Sabotages that are used instead of those of the same rules. */
  readonly instead?: Sabotages;
}

/** Wraps `channel`; throws if a rule has no sabotage or cannot be broken on the wire. */
export function breakRules(channel: Channel, ruleIds: readonly string[], options: BreakRulesOptions = {}): Channel {
  const { clock = systemClock, instead = {} } = options;
  return new RuleBreaker(
    channel,
    ruleIds.map((id) => breakOf(id, instead)),
    clock,
  ).channel;
}

function breakOf(id: string, instead: Sabotages): Break {
  const sabotage = instead[id] ?? sabotages[id];
  if (sabotage === undefined) throw new Error(`There is no sabotage for ${id}.`);
  if ('break' in sabotage) return sabotage.break;
  throw new Error(`${id} cannot be broken on the wire: ${sabotage.unprovable}`);
}

/** More than any test leaves open; beyond it the oldest are dropped. */
const mostOpen = 10_000;

class RuleBreaker {
  readonly channel: Channel;
  readonly #inner: Channel;
  readonly #clock: Clock;
  readonly #breaks: readonly { readonly run: Break; readonly memory: { value: unknown } }[];
  readonly #open: Readonly<Record<Direction, Map<RequestId, OpenRequest>>> = { in: new Map(), out: new Map() };
  readonly #alarms = new Set<() => void>();
  #receiver: Receiver | undefined;
  /** Messages that sabotages add; they are sent after the current message. */
  #afterwards: (() => void)[] = [];

  constructor(inner: Channel, breaks: readonly Break[], clock: Clock) {
    this.#inner = inner;
    this.#clock = clock;
    this.#breaks = breaks.map((run) => ({ run, memory: { value: undefined } }));
    this.channel = wrapChannel(inner, {
      open: (receiver) => {
        this.#receiver ??= receiver;
      },
      receive: (message, text, receiver) => {
        for (const each of this.#crossing('in', message)) receiver.receive(each, each === message ? text : undefined);
        this.#catchUp();
      },
      send: (message, text) => {
        let more = true;
        for (const each of this.#crossing('out', message))
          more = inner.send(each, each === message ? text : undefined) && more;
        this.#catchUp();
        return more;
      },
      ended: (error, receiver) => {
        this.#forgetAlarms();
        receiver.ended(error);
      },
      destroy: () => {
        this.#forgetAlarms();
      },
    });
  }

  /** The messages that replace `message`. */
  #crossing(direction: Direction, message: unknown): readonly unknown[] {
    if (!isObject(message) && !Array.isArray(message)) return [message];
    const fields = message as WireFields;
    const opposite = direction === 'in' ? 'out' : 'in';
    const request = isResponse(fields) ? this.#open[opposite].get(fields['id'] as RequestId) : undefined;
    this.#note(direction, fields);
    let crossing: readonly unknown[] = [message];
    for (const each of this.#breaks) {
      crossing = crossing.flatMap((item) => {
        if (!isObject(item) && !Array.isArray(item)) return [item];
        return each.run(item as WireFields, this.#wire(direction, request, each.memory)) ?? [item];
      });
    }
    if (isResponse(fields)) this.#open[opposite].delete(fields['id'] as RequestId);
    return crossing;
  }

  #note(direction: Direction, { id, method, params }: WireFields): void {
    // A response with the id null may belong to any request.
    if (typeof method !== 'string' || id === undefined || id === null) return;
    const open = this.#open[direction];
    open.set(id as RequestId, { id: id as RequestId, method, params });
    if (open.size > mostOpen) open.delete(open.keys().next().value ?? null);
  }

  #wire(direction: Direction, request: OpenRequest | undefined, memory: { value: unknown }): Wire {
    return {
      direction,
      request,
      open: (wanted) => [...this.#open[wanted].values()],
      memory: <T>(initial: () => T) => {
        memory.value ??= initial();
        return memory.value as T;
      },
      send: (message) => {
        this.#afterwards.push(() => {
          this.#sendQuietly(message);
        });
      },
      deliver: (message) => {
        const work = (): void => this.#receiver?.receive(message);
        // A message is never delivered inside a call of `send`.
        if (direction === 'in') this.#afterwards.push(work);
        else queueMicrotask(work);
      },
      later: (ms, work) => {
        const cancel = this.#clock.schedule(ms, () => {
          this.#alarms.delete(cancel);
          work();
          this.#catchUp();
        });
        this.#alarms.add(cancel);
      },
      destroy: () => {
        this.channel.destroy();
      },
    };
  }

  /** If the connection has ended meanwhile, there is nothing left to break. */
  #sendQuietly(message: unknown): void {
    try {
      this.#inner.send(message);
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
    }
  }

  #catchUp(): void {
    for (const work of this.#afterwards.splice(0)) work();
  }

  #forgetAlarms(): void {
    for (const cancel of this.#alarms) cancel();
    this.#alarms.clear();
  }
}
