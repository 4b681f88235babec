/**
 * Recognizes the echo of a prompt among user messages.
 *
 * The agent names the message in its response. Until then a message with the content of a prompt counts as its echo and
 * is withheld; if the response names another message, it was not an echo and is released.
 */
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { segmentsAfter, segmentsOf, type Segment } from './message-content.ts';

export type UserUpdate = v2.SessionUpdateVariants['user_message' | 'user_message_chunk'];

interface Expected {
  readonly blocks: readonly v2.ContentBlock[];
  /** The id of the message that the agent named. */
  messageId?: string;
  isInserted: boolean;
  /** A message with the same content, as long as the agent has not named the message. */
  claim?: Claim | undefined;
}

interface Claim {
  readonly messageId: string;
  readonly withheld: v2.ContentBlock[];
  /** The part of the prompt that has not been echoed yet, so that a chunk is compared only with what follows. */
  readonly rest: readonly Segment[];
}

export interface EchoesOptions {
  /** How many echoes are remembered by their ids. */
  readonly remembered: number;
  /** Called with a withheld message that is not an echo after all. */
  readonly release: (messageId: string, blocks: readonly v2.ContentBlock[]) => void;
}

/** `P` identifies a prompt. */
export class Echoes<P> {
  readonly #options: EchoesOptions;
  readonly #expected = new Map<P, Expected>();
  readonly #ids = new Set<string>();
  /** Messages that were passed on although they might have been echoes. */
  readonly #others = new Set<string>();

  constructor(options: EchoesOptions) {
    this.#options = options;
  }

  expect(prompt: P, blocks: readonly v2.ContentBlock[]): void {
    this.#expected.set(prompt, { blocks, isInserted: false });
  }

  /** Whether nothing rules out that `messageId` is the message of `prompt`. */
  mayBelongTo(prompt: P, messageId: string): boolean {
    const own = this.#expected.get(prompt);
    const known = own?.messageId ?? own?.claim?.messageId;
    if (known !== undefined) return known === messageId;
    return !this.#ids.has(messageId) && this.#claimedBy(messageId) === undefined;
  }

  isEcho(update: UserUpdate): boolean {
    const { messageId } = update;
    if (this.#ids.has(messageId)) return true;
    if (this.#expected.size === 0 || this.#others.has(messageId)) return false;
    const blocks = update.sessionUpdate === 'user_message' ? (update.content ?? []) : [update.content];
    const claimant = this.#claimedBy(messageId);
    const isEcho = claimant === undefined ? this.#claim(update, blocks) : this.#continue(claimant, update, blocks);
    if (!isEcho) remember(this.#others, messageId, this.#options.remembered);
    return isEcho;
  }

  /** The agent has inserted `prompt`, and may have named its message. */
  identify(prompt: P, messageId: string | undefined): void {
    const expected = this.#expected.get(prompt);
    if (expected === undefined) return;
    const { claim } = expected;
    expected.isInserted = true;
    const id = messageId ?? claim?.messageId;
    if (id === undefined) return;
    expected.messageId = id;
    expected.claim = undefined;
    remember(this.#ids, id, this.#options.remembered);
    const mistaken = this.#claimedBy(id);
    if (mistaken !== undefined) mistaken.claim = undefined;
    if (claim !== undefined && claim.messageId !== id) this.#passOn(claim);
  }

  /** The agent refused the prompt. */
  giveUp(prompt: P): void {
    const claim = this.#expected.get(prompt)?.claim;
    this.#expected.delete(prompt);
    if (claim !== undefined) this.#passOn(claim);
  }

  /** The prompt is over; its message stays known. */
  settle(prompt: P): void {
    this.#expected.delete(prompt);
  }

  forget(): void {
    this.#ids.clear();
    this.#others.clear();
  }

  #claimedBy(messageId: string): Expected | undefined {
    for (const expected of this.#expected.values()) if (expected.claim?.messageId === messageId) return expected;
    return undefined;
  }

  /** Finds the prompt with the same content that has no message yet. */
  #claim({ sessionUpdate, messageId }: UserUpdate, blocks: readonly v2.ContentBlock[]): boolean {
    const isWhole = sessionUpdate === 'user_message';
    for (const expected of this.#expected.values()) {
      if (expected.messageId !== undefined || expected.claim !== undefined) continue;
      const rest = restOf(segmentsOf(expected.blocks), blocks, isWhole);
      if (rest === undefined) continue;
      if (expected.isInserted) {
        expected.messageId = messageId;
        remember(this.#ids, messageId, this.#options.remembered);
      } else {
        expected.claim = { messageId, withheld: [...blocks], rest };
      }
      return true;
    }
    return false;
  }

  /** Continues a message that is withheld. */
  #continue(expected: Expected, { sessionUpdate, messageId }: UserUpdate, blocks: readonly v2.ContentBlock[]): boolean {
    const isWhole = sessionUpdate === 'user_message';
    const earlier = expected.claim?.withheld ?? [];
    const rest =
      isWhole || expected.claim === undefined
        ? restOf(segmentsOf(expected.blocks), blocks, isWhole)
        : segmentsAfter(segmentsOf(blocks), expected.claim.rest);
    if (rest !== undefined) {
      if (isWhole) expected.claim = { messageId, withheld: [...blocks], rest };
      else {
        earlier.push(...blocks);
        expected.claim = { messageId, withheld: earlier, rest };
      }
      return true;
    }
    expected.claim = undefined;
    if (!isWhole) this.#options.release(messageId, earlier);
    return false;
  }

  /** A message that was withheld for one prompt may be the echo of another with the same content. */
  #passOn(claim: Claim): void {
    for (const expected of this.#expected.values()) {
      if (expected.messageId !== undefined || expected.claim !== undefined || expected.isInserted) continue;
      const rest = restOf(segmentsOf(expected.blocks), claim.withheld, false);
      if (rest === undefined) continue;
      expected.claim = { ...claim, rest };
      return;
    }
    this.#options.release(claim.messageId, claim.withheld);
  }
}

/**
 * The part of `prompt` after `blocks`; undefined if it does not begin with them, or if a whole message is not all of
 * it.
 */
function restOf(
  prompt: readonly Segment[],
  blocks: readonly v2.ContentBlock[],
  isWhole: boolean,
): Segment[] | undefined {
  const segments = segmentsOf(blocks);
  if (segments.length === 0) return undefined;
  const rest = segmentsAfter(segments, prompt);
  return isWhole && rest !== undefined && rest.length > 0 ? undefined : rest;
}

function remember(ids: Set<string>, id: string, most: number): void {
  ids.add(id);
  const [oldest] = ids;
  if (ids.size > most && oldest !== undefined) ids.delete(oldest);
}
