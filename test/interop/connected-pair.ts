/**
 * Two programs that are connected by a link: one of ours and one on the official SDK.
 *
 * A pair is closed with the test. Then our side has sent nothing that the protocol does not allow, it has had nothing
 * to report, and the official SDK has not complained; a test that expects otherwise takes the complaint before.
 */
import { expect, vi, type MockInstance } from 'vitest';

import { settled } from '@acp-stack/testing';

import type { Link } from './official-stream.ts';
import { faultsOf, type WireMessage } from './traffic.ts';

/** What a test knows about a pair besides the two programs. */
export interface ConnectedPair {
  readonly link: Link;
  /** What our side reported. */
  readonly reports: unknown[];
  /** What our side has sent so far. */
  readonly sent: () => WireMessage[];
  /** What our side has received so far. */
  readonly received: () => WireMessage[];
  /** Sends our side a request that the official SDK would not send; resolves with the answer. */
  readonly ask: (method: string, params?: unknown) => Promise<WireMessage>;
  /** Sends our side any message, and waits until it has been dealt with. */
  readonly tell: (message: unknown) => Promise<void>;
}

interface Tracked {
  readonly pair: ConnectedPair;
  readonly end: () => void;
}

const open: Tracked[] = [];
let complaints: MockInstance<typeof console.error> | undefined;
let asked = 0;

/** Begins to listen to the official SDK's complaints; call it before each test. */
export function watchComplaints(): void {
  complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
}

/** What the official SDK has complained about until now; it is forgotten then. */
export function takeComplaints(): unknown[] {
  const calls = complaints?.mock.calls.map(([first]) => first as unknown) ?? [];
  complaints?.mockClear();
  return calls;
}

/** Tracks a pair until the end of the test; `end` closes both programs. */
export function trackPair(link: Link, reports: unknown[], end: () => void): ConnectedPair {
  const made: ConnectedPair = {
    link,
    reports,
    sent: () => link.transcript.messages('out') as WireMessage[],
    received: () => link.transcript.messages('in') as WireMessage[],
    ask: async (method, params) => {
      asked += 1;
      const id = `raw-${asked}`;
      await made.tell({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
      // The official SDK did not ask, so it complains about the answer.
      takeComplaints();
      return made.sent().find((message) => message.id === id && message.method === undefined) ?? {};
    },
    tell: async (message) => {
      await link.inject(message);
      await settled();
    },
  };
  open.push({ pair: made, end });
  return made;
}

/** Ends the meetings of a test; call it after each test. */
export async function closePairs(): Promise<void> {
  await settled();
  const ended = open.splice(0);
  const faults = ended.flatMap(({ pair: { link } }) => faultsOf(link.transcript));
  const reports = ended.flatMap((each) => each.pair.reports);
  const complained = takeComplaints();
  for (const { end } of ended) end();
  await settled();
  complaints?.mockRestore();
  expect({ faults, reports, complained }).toEqual({ faults: [], reports: [], complained: [] });
}
