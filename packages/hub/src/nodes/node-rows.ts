/**
 * The rows of the nodes: one stream `node/<name>` for each, with a number that grows while the node is alive.
 *
 * The events of the stream are what other nodes ask of it, and that they count it as dead. Their count comes with the
 * answer to each beat, so that a node without any reads nothing, and a node that was counted as dead before a beat
 * learns it by that beat.
 */
import { JournalError, type Journal, type StreamInfo } from '@acp-stack/journal';

/** What is known of a node. */
export interface NodeRow {
  readonly name: string;
  /** Grows while the node is alive. */
  readonly beat: number;
  /** The node takes no more sessions. */
  readonly isDraining: boolean;
  /** The node has ended and left sessions behind. */
  readonly hasLeft: boolean;
  /** The number of the last event that others have written. */
  readonly last: number;
}

/** What a node says of itself. */
export interface NodeStatus {
  readonly beat: number;
  readonly isDraining: boolean;
  readonly hasLeft: boolean;
}

/** What a node is asked: to own a session, unless another live node does, and to read its inbox. */
export interface SessionRequest {
  readonly sessionId: string;
  /** The node that has stopped being the owner, although it is alive and the session still carries its name. */
  readonly releasedBy?: string;
}

/** What a node leaves behind. */
export interface NodeEstate {
  readonly hasSessions: boolean;
  /** What it could not do any more. */
  readonly requests: readonly SessionRequest[];
}

/** Written by a node that counts another one as dead, before it takes its sessions. */
export interface DeathNote {
  /** The node that wrote it. */
  readonly takenBy: string;
  /** The number of the dead node that has not changed. */
  readonly beat: number;
}

/** What others have written into the row of a node. */
export interface RowEvents {
  readonly requests: readonly SessionRequest[];
  readonly deathNotes: readonly DeathNote[];
  /** The number of the last event. */
  readonly last: number;
}

const label = 'node';
const page = 100;
const streamOf = (name: string): string => `node/${name}`;

export class NodeRows {
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Writes the row of a node; creates it if it is missing. */
  async write(name: string, status: NodeStatus): Promise<{ readonly row: NodeRow; readonly isNew: boolean }> {
    try {
      return { row: rowOf(await this.#journal.patch(streamOf(name), { ...status })), isNew: false };
    } catch (error) {
      if (!isMissing(error)) throw error;
      const metadata = { ...status, labels: [label] };
      return { row: rowOf(await this.#journal.create(streamOf(name), { metadata })), isNew: true };
    }
  }

  async get(name: string): Promise<NodeRow | undefined> {
    const info = await this.#journal.get(streamOf(name));
    return info === undefined ? undefined : rowOf(info);
  }

  async list(): Promise<readonly NodeRow[]> {
    const rows: NodeRow[] = [];
    for (let cursor: string | undefined; ;) {
      const { streams, next } = await this.#journal.list({
        where: { label },
        limit: page,
        ...(cursor === undefined ? {} : { cursor }),
      });
      rows.push(...streams.map(rowOf));
      if (next === undefined) return rows;
      cursor = next;
    }
  }

  remove(name: string): Promise<boolean> {
    return this.#journal.delete(streamOf(name));
  }

  /**
   * Asks a node to look after a session; false if the node is gone. If it dies before, its survivors find it: a row is
   * marked as left before its requests are read for the last time, so that no request is written and never read.
   */
  async ask(name: string, request: SessionRequest): Promise<boolean> {
    return (await this.#add(name, request)) && (await this.get(name))?.hasLeft === false;
  }

  /**
   * Writes the row of a node for the last time. It stays if it leaves anything behind, or was asked for anything after
   * an event, so that another node finds that.
   */
  async end(
    name: string,
    status: NodeStatus,
    { hasSessions, requests, after }: NodeEstate & { readonly after: number | undefined },
  ): Promise<void> {
    await this.write(name, { ...status, hasLeft: true });
    for (const request of requests) await this.#add(name, request);
    const asked = await this.events(name, after);
    if (!hasSessions && (asked?.requests.length ?? 0) === 0) await this.remove(name);
  }

  /** Removes the row of a node that is gone; false if it was written to after the event `last`. */
  async bury(name: string, last: number): Promise<boolean> {
    try {
      await this.#journal.patch(streamOf(name), { hasLeft: true });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    const now = (await this.get(name))?.last ?? last;
    if (now > last) return false;
    await this.remove(name);
    return true;
  }

  /**
   * Writes that a node is counted as dead. False if it has beaten again before that, or its row is gone; then its
   * sessions must not be taken.
   */
  async countAsDead(name: string, note: DeathNote): Promise<boolean> {
    return (await this.#add(name, note)) && (await this.get(name))?.beat === note.beat;
  }

  async #add(name: string, event: SessionRequest | DeathNote): Promise<boolean> {
    try {
      await this.#journal.append(streamOf(name), [event]);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  /**
   * What others have written into the row of a node after the event `after`, by default everything that is kept;
   * undefined if there is no such row.
   */
  async events(name: string, after?: number): Promise<RowEvents | undefined> {
    const requests: SessionRequest[] = [];
    const deathNotes: DeathNote[] = [];
    let last = after ?? 0;
    try {
      for await (const { sequence, event } of this.#journal.read(
        streamOf(name),
        after === undefined ? {} : { after },
      )) {
        last = sequence;
        const found = event as SessionRequest | DeathNote;
        if ('takenBy' in found) deathNotes.push(found);
        else requests.push(found);
      }
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
    return { requests, deathNotes, last };
  }

  /** Removes events that were read. */
  async forget(name: string, through: number): Promise<void> {
    await this.#journal.trim(streamOf(name), { through });
  }
}

function rowOf({ stream, metadata, last }: StreamInfo): NodeRow {
  const { beat, isDraining, hasLeft } = metadata as Partial<NodeStatus>;
  return {
    name: stream.slice(streamOf('').length),
    beat: beat ?? 0,
    isDraining: isDraining ?? false,
    hasLeft: hasLeft ?? false,
    last,
  };
}

const isMissing = (error: unknown): boolean => error instanceof JournalError && error.code === 'missing';
