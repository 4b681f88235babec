/**
 * A connection from a client to an agent in one process, over one or more bridges, on which every message is checked.
 *
 * Each hop speaks one version, and every message on it has to be valid in that version without repairs.
 */
import { setImmediate } from 'node:timers/promises';

import { bridge, type BridgeReport } from '@acp-stack/bridge';
import { memoryPair, type Channel } from '@acp-stack/rpc';
import { formatProblem, type MethodSpec } from '@acp-stack/schema';
import { methods as methodsV1 } from '@acp-stack/schema/v1/unstable';
import { methods as methodsV2 } from '@acp-stack/schema/v2/unstable';
import { record, VirtualClock, type Transcript } from '@acp-stack/testing';

import { End, type Message } from './end.ts';

export type Version = 1 | 2;

interface Hop {
  readonly version: Version;
  readonly transcript: Transcript;
}

const tables: Readonly<Record<Version, Readonly<Record<string, MethodSpec | undefined>>>> = {
  1: methodsV1,
  2: methodsV2,
};

/** Ids that the bridges gave, which tell nothing. */
export const isMinted = (id: unknown): boolean => typeof id === 'string' && /^(minted|replayed)-/u.test(id);

export class Wire {
  readonly client: End;
  readonly agent: End;
  readonly clock: VirtualClock = new VirtualClock();
  readonly reports: BridgeReport[] = [];
  readonly #hops: Hop[] = [];
  #minted = 0;

  /** `versions` from the agent to the client: `[1]` is a direct line, `[1, 2, 1]` has two bridges on it. */
  constructor(versions: readonly [Version, ...Version[]], { extras }: { readonly extras: boolean }) {
    const [near, far] = memoryPair();
    this.agent = new End(far);
    const [first, ...others] = versions;
    let channel = this.#watch(near, first);
    let speaks = first;
    for (const version of others) {
      const bridged = bridge(channel, {
        peer: 'agent',
        speaks,
        extras,
        clock: this.clock,
        mintId: () => this.#mintId(),
        onReport: (report) => this.reports.push(report),
      });
      channel = this.#watch(bridged, version);
      speaks = version;
    }
    this.client = new End(channel);
  }

  /** Waits until what was said has been heard. */
  async settle(): Promise<void> {
    // Nothing on the way waits for more than the current step.
    await setImmediate();
  }

  /** What crossed a hop although its version has no such thing, in words. */
  get faults(): readonly string[] {
    return this.#hops.flatMap(({ version, transcript }, index) =>
      faultsOf(transcript, version).map((fault) => `hop ${index} (version ${version}): ${fault}`),
    );
  }

  close(): void {
    this.client.close();
    this.agent.close();
  }

  #watch(inner: Channel, version: Version): Channel {
    const { channel, transcript } = record(inner, { clock: this.clock, wall: () => 0 });
    this.#hops.push({ version, transcript });
    return channel;
  }

  #mintId(): string {
    this.#minted += 1;
    return `minted-${this.#minted}`;
  }
}

function faultsOf(transcript: Transcript, version: Version): readonly string[] {
  const asked = new Map<string, string>();
  return transcript.entries.flatMap((entry) => {
    if (!('message' in entry)) return [];
    const { id, method, params, result, error } = entry.message as Message;
    const key = `${entry.direction === 'out' ? 'client' : 'agent'} ${JSON.stringify(id)}`;
    if (method !== undefined) {
      if (id !== undefined) asked.set(key, method);
      return problemsOf(method, { part: 'params', value: params }, version);
    }
    const asker = `${entry.direction === 'out' ? 'agent' : 'client'} ${JSON.stringify(id)}`;
    const question = asked.get(asker);
    asked.delete(asker);
    if (question === undefined) return [`a response without a request: ${JSON.stringify(entry.message)}`];
    return error === undefined ? problemsOf(question, { part: 'result', value: result }, version) : [];
  });
}

function problemsOf(
  method: string,
  { part, value }: { readonly part: 'params' | 'result'; readonly value: unknown },
  version: Version,
): readonly string[] {
  if (method.startsWith('_')) return [];
  // What only version 1 has is passed on unchanged if the other side understands it.
  const spec = tables[version][method] ?? (/^(fs|terminal)\//u.test(method) ? tables[1][method] : undefined);
  if (spec === undefined) return [`version ${version} has no ${method}`];
  const validator = spec[part];
  // As it would be after the wire: what is undefined does not exist.
  const wire: unknown = value === undefined ? undefined : JSON.parse(JSON.stringify(value));
  if (validator === undefined || validator.is(wire)) return [];
  const checked = validator.check(wire);
  const words = checked.ok ? 'it had to be mended' : checked.problems.map(formatProblem).join('; ');
  return [`${method} ${part}: ${words}: ${JSON.stringify(wire)}`];
}
