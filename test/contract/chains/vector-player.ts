/**
 * Plays a vector against our conductor: everything around it is a line of JSON on a pipe of bytes.
 *
 * Each connection gets exactly the expected lines, in order; none of them is empty, and none is left at the end.
 */
import { chain } from '@acp-stack/conductor';
import { chain as bridgingChain } from '@acp-stack/conductor/node';
import { lineChannel, type Channel } from '@acp-stack/rpc';
import { bytePipe, settled, type PipeEnd } from '@acp-stack/testing';
import { expect } from 'vitest';

import { Ids } from './expectation.ts';
import type { Vector, VectorComponent } from './vectors.ts';

/** The far end of one connection of the conductor. */
class LineEnd {
  readonly #end: PipeEnd;
  readonly #lines: string[] = [];
  #rest = '';
  #wake: () => void = () => undefined;

  constructor(end: PipeEnd) {
    this.#end = end;
    const decoder = new TextDecoder();
    end.source.start(
      (chunk) => {
        const lines = (this.#rest + decoder.decode(chunk, { stream: true })).split('\n');
        this.#rest = lines.pop() ?? '';
        this.#lines.push(...lines);
        this.#wake();
      },
      () => {
        this.#wake();
      },
    );
  }

  write(line: string): void {
    this.#end.sink.write(`${line}\n`, () => undefined);
  }

  /** The next line, as soon as it is there. */
  async next(): Promise<unknown> {
    while (this.#lines.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    return JSON.parse(this.#lines.shift() ?? '') as unknown;
  }

  get left(): readonly string[] {
    return this.#lines;
  }
}

class Stage {
  readonly ends = new Map<string, LineEnd>();
  #wake: () => void = () => undefined;

  /** A connection of the conductor, whose far end has the given name. */
  connect(name: string): Channel {
    const [near, far] = bytePipe();
    this.ends.set(name, new LineEnd(far));
    this.#wake();
    return lineChannel(near.source, near.sink);
  }

  /** Resolves when the component has been started. */
  async end(name: string): Promise<LineEnd> {
    for (;;) {
      const found = this.ends.get(name);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

/** Throws if the conductor does anything else than what the vector says. */
export async function play({ chain: components, steps }: Vector): Promise<void> {
  const stage = new Stage();
  const parts = components.map((component) => partOf(component, stage));
  const isAgent = components.at(-1)?.role === 'agent';
  const make = components.some(({ bridge }) => bridge === true) ? bridgingChain : chain;
  const made = make(...(parts as Parameters<typeof chain>));
  const running = made.connect(stage.connect(isAgent ? 'client' : 'parent'));
  const ids = new Ids();
  try {
    for (const step of steps) {
      if ('expect' in step) ids.check(await (await stage.end(step.to)).next(), step.expect);
      else {
        const end = await stage.end(step.from);
        const message = 'send' in step ? ids.filled(step.send) : undefined;
        ids.use(message);
        end.write('line' in step ? step.line : JSON.stringify(message));
      }
    }
    await settled();
    for (const [name, { left }] of stage.ends) expect(left, `${name} gets nothing else`).toEqual([]);
  } finally {
    running.destroy();
  }
}

const partOf = ({ name, role }: VectorComponent, stage: Stage): object => ({
  name,
  role,
  start: () => stage.connect(name),
});
