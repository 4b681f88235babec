/**
 * A chain whose client and components are driven by hand, and proofs with it: a check passes for our conductor, and
 * fails when what the conductor sends is changed on its way, or when a component is given another policy.
 */
import { managed, type ChainEvent } from '@acp-stack/conductor';
import { chain } from '@acp-stack/conductor/node';
import { wrapChannel, type Channel, type ChannelHooks } from '@acp-stack/rpc';
import type { Component, ExitPolicy } from '@acp-stack/sdk';
import { VirtualClock } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import {
  answersInitialize,
  initializesByItself,
  rawAgent,
  RawEnd,
  rawProxy,
  type Fields,
  type RawComponent,
} from '../../packages/conductor/src/raw-component.test-support.ts';
import { findRequirement, verifies } from './requirement.ts';

/** How a rule is broken. */
export interface ChainSabotage {
  /** Changes what the conductor sends to the client or the component with this name. */
  readonly change?: (message: Fields, to: string) => Fields;
  /** What becomes of components that end. */
  readonly onExit?: ExitPolicy;
}

const components = { first: rawProxy, second: rawProxy, agent: rawAgent } as const;
type Name = keyof typeof components;

export class ChainFixture {
  readonly first: RawComponent<'proxy'> = components.first('first');
  readonly second: RawComponent<'proxy'> = components.second('second');
  readonly agent: RawComponent<'agent'> = components.agent('agent');
  readonly clock = new VirtualClock();
  readonly events: ChainEvent[] = [];
  readonly #sabotage: ChainSabotage;

  constructor(sabotage: ChainSabotage, version: 1 | 2 = 2) {
    this.#sabotage = sabotage;
    initializesByItself(this.first);
    initializesByItself(this.second);
    const info = { name: 'agent', version: '1.0.0' };
    answersInitialize(
      this.agent,
      version === 1
        ? { protocolVersion: 1, agentCapabilities: {} }
        : { protocolVersion: 2, info, capabilities: { session: { mcp: { stdio: {} } } } },
    );
  }

  /** Connects a client to the two proxies and the agent; components that end have the policies. */
  connect(policies: Partial<Readonly<Record<Name, ExitPolicy>>> = {}): RawEnd {
    const { onExit } = this.#sabotage;
    const parts = { first: this.first, second: this.second, agent: this.agent };
    const [first, second, agent] = (Object.keys(parts) as Name[]).map((name) => {
      const policy = policies[name];
      const part = this.#changed(parts[name], name);
      return policy === undefined ? part : managed(part, { onExit: onExit ?? policy, mayBypass: true });
    }) as unknown as [RawComponent<'proxy'>, RawComponent<'proxy'>, RawComponent<'agent'>];
    const options = { clock: this.clock, onEvent: (event: ChainEvent) => void this.events.push(event) };
    return this.#end(chain.with(options)(first, second, agent).start());
  }

  /** Connects a conductor to a chain of one proxy. */
  connectParent(): RawEnd {
    return this.#end(chain(this.#changed(this.first, 'first') as unknown as RawComponent<'proxy'>).start());
  }

  #end(channel: Channel): RawEnd {
    const { change = (message) => message } = this.#sabotage;
    const hooks: ChannelHooks = {
      receive: (message, _, receiver) => {
        receiver.receive(change(message as Fields, 'client'));
      },
    };
    return new RawEnd(wrapChannel(channel, hooks));
  }

  #changed(component: RawComponent<'proxy' | 'agent'>, name: Name): Component {
    const { change = (message) => message } = this.#sabotage;
    const start = (): Channel => {
      const channel = component.start();
      return wrapChannel(channel, { send: (message) => channel.send(change(message as Fields, name)) });
    };
    const { role } = component;
    return { name, role, start } as Component;
  }
}

/** Declares that `check` holds for our conductor, and does not when the rule is broken. */
export function provesOfChain(
  id: string,
  check: (fixture: (version?: 1 | 2) => ChainFixture) => Promise<void>,
  sabotage: ChainSabotage,
): void {
  test(verifies(id, findRequirement(id).text), async () => {
    await check((version) => new ChainFixture({}, version));
    const verdict = await check((version) => new ChainFixture(sabotage, version)).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(verdict, `${id} is not proved: its check passes although the rule is broken`).toBeDefined();
    expect(verdict, `${id} is not proved: its check fails for another reason`).toMatchObject({
      name: 'AssertionError',
    });
  });
}
