/**
 * What becomes of a running chain when one of its components ends by itself.
 *
 * Everything that waits for the component is answered with an error that names it and has its last words. Then it is
 * started again, or left out, or given up, as it says; the others go on in each case. A component is left out only if
 * it says that this is safe.
 */
import type { Clock, ErrorObject } from '@acp-stack/rpc';
import type { Component, ExitPolicy } from '@acp-stack/sdk';

import type { Observe } from '../observe/chain-event.ts';
import { isEnd } from '../route/port.ts';
import type { Member } from './member.ts';
import type { RestartLimits } from './restart-limits.ts';
import { Restarter } from './restarter.ts';

export interface SupervisorOptions {
  readonly clock: Clock;
  readonly limits: RestartLimits;
  readonly observe: Observe | undefined;
}

/** What happens when `component` ends by itself. */
const policyOf = ({ onExit = 'restart' }: Component): ExitPolicy => onExit;

/** Throws if a component is to be left out which does not say that this is safe. */
export function checkPolicy(component: Component & { readonly role?: unknown }): void {
  if (policyOf(component) !== 'bypass') return;
  const { name, role, mayBypass = false } = component;
  if (role === 'agent') throw new TypeError(`${name} is an agent: a chain cannot pass it by.`);
  if (!mayBypass) {
    throw new TypeError(`${name} may not be passed by: it does not say that this is safe, with mayBypass.`);
  }
}

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #restarters = new Map<Member, Restarter>();

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** A member that was initialized has ended, with `error` for everything that waits for it. */
  ended(member: Member, error: ErrorObject): void {
    const { observe } = this.#options;
    const { connection, component } = member;
    observe?.({ kind: 'life', component: member.name, step: 'ended', reason: error.message });
    connection.abandonAll();
    const policy = policyOf(component);
    if (policy === 'restart') {
      connection.failAll(error);
      this.#restarterOf(member).ended(error);
    } else if (policy === 'bypass' && this.#bypass(member)) {
      observe?.({ kind: 'life', component: member.name, step: 'bypassed', reason: error.message });
      connection.refuseAll(error);
    } else this.#fail(member, error);
  }

  /** Starts nothing more. */
  stop(): void {
    for (const restarter of this.#restarters.values()) restarter.stop();
  }

  #restarterOf(member: Member): Restarter {
    const known = this.#restarters.get(member);
    if (known !== undefined) return known;
    const onGivenUp = (error: ErrorObject): void => {
      this.#fail(member, error);
    };
    const made = new Restarter({ ...this.#options, member, onGivenUp });
    this.#restarters.set(member, made);
    return made;
  }

  #fail(member: Member, error: ErrorObject): void {
    this.#options.observe?.({ kind: 'life', component: member.name, step: 'failed', reason: error.message });
    member.connection.refuseAll(error);
  }

  /**
   * Lets the neighbours of a proxy talk to each other; what lies between them and the proxy stays, such as a bridge.
   */
  #bypass({ connection: { plain, wrapped } }: Member): boolean {
    const before = plain.target;
    const after = wrapped?.target;
    if (!isEnd(before) || !isEnd(after)) return false;
    before.target = after;
    after.target = before;
    return true;
  }
}
