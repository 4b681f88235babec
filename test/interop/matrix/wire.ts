/** What crossed at our end of a wire while a scenario was played, and questions about it. */
import { settled, type Direction, type Transcript } from '@acp-stack/testing';

import type { Link } from '../official-stream.ts';
import type { WireMessage } from '../traffic.ts';
import type { Pair } from './pairs.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';

type Fields = Readonly<Record<string, unknown>>;

export class Wire {
  /** Everything that crossed, in order; `out` is what our side sent. */
  readonly messages: readonly (WireMessage & { readonly direction: Direction })[];

  constructor(transcript: Transcript) {
    this.messages = [...transcript].flatMap((entry) =>
      'message' in entry ? [{ ...(entry.message as WireMessage), direction: entry.direction }] : [],
    );
  }

  /** The requests and notifications of this method. */
  calls(method: string): readonly Fields[] {
    return this.messages.filter((message) => message.method === method).map(({ params }) => params ?? {});
  }

  /** The answers to the requests of this method. */
  answers(method: string): readonly WireMessage[] {
    return this.messages
      .filter((message) => message.method === method)
      .flatMap(({ id, direction }) =>
        this.messages.filter(
          (message) => message.method === undefined && message.id === id && message.direction !== direction,
        ),
      );
  }

  /** What was said about sessions. */
  get updates(): readonly Fields[] {
    return this.calls('session/update').map(({ update }) => update as Fields);
  }

  /** The updates of one kind. */
  updatesOf(kind: string): readonly Fields[] {
    return this.updates.filter(({ sessionUpdate }) => sessionUpdate === kind);
  }

  /** The order in which something crossed: methods, updates by their kinds, answers by the methods that they answer. */
  get order(): readonly string[] {
    const asked = new Map<string, string>();
    return this.messages.map(({ id, method, params, direction }) => {
      const asker = method === undefined ? (direction === 'in' ? 'out' : 'in') : direction;
      const key = `${asker} ${String(id)}`;
      if (method === undefined) return `answer to ${asked.get(key) ?? 'unknown'}`;
      if (id !== undefined) asked.set(key, method);
      return method === 'session/update' ? kindOf(params) : method;
    });
  }
}

const kindOf = (params: Fields | undefined): string => String((Object(params?.['update']) as Fields)['sessionUpdate']);

/** The scenario of this name. */
export function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no scenario ${name}`);
  return found;
}

/** Plays a scenario to its end and answers with what crossed on both wires. */
export async function wiresOf(
  pair: Pair,
  scenario: Scenario,
  open: () => Link,
): Promise<{ readonly client: Wire; readonly agent: Wire }> {
  using performance = await pair.play(scenario, open);
  const { hand, wires } = performance;
  await scenario.act(hand);
  await settled(8);
  return { client: new Wire(wires.client), agent: new Wire(wires.agent) };
}
