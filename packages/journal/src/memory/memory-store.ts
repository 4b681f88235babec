/** A store in the memory of this process: it is gone with it. */
import { patchFacts, type KeptFacts } from '../store/metadata.ts';
import { heirOf, isLate } from '../store/ownership.ts';
import { exists, missing, requireWritable, trimmed } from '../store/store-errors.ts';
import type {
  AppendStep,
  CreateStep,
  EventPage,
  ListStep,
  Place,
  ReadStep,
  StepName,
  Steps,
  StepTable,
  Store,
  StoredHead,
} from '../store/store.ts';

interface KeptEvent {
  readonly at: number;
  readonly text: string;
}

interface Stream {
  readonly stream: string;
  readonly life: number;
  readonly createdAt: number;
  facts: KeptFacts;
  /** The token of who may append, 0 when everybody may. */
  owner: number;
  /** Who has given the stream back while somebody else owned it, with the owner before. */
  readonly released: Map<number, number>;
  /** The last number that was trimmed; the events follow it. */
  floor: number;
  events: KeptEvent[];
}

export class MemoryStore implements Store {
  readonly #streams = new Map<string, Stream>();
  readonly #factsBytes: number;
  #lives = 0;
  #tokens = 0;

  readonly #steps: StepTable = {
    append: (given) => this.#append(given),
    create: (given) => this.#create(given),
    read: (given) => this.#read(given),
    get: ({ stream }) => {
      const found = this.#streams.get(stream);
      return found === undefined ? undefined : headOf(found);
    },
    patch: ({ stream, patch }) => {
      const found = this.#find(stream);
      found.facts = this.#patched(found.facts.text, patch);
      return headOf(found);
    },
    list: (given) => this.#list(given),
    copy: ({ from, to, at, patch }) => {
      const { facts, floor, events } = this.#find(from);
      return headOf(this.#add(to, { at, facts: this.#patched(facts.text, patch), floor, events: [...events] }));
    },
    fence: ({ stream }) => {
      const found = this.#find(stream);
      const { owner: before } = found;
      found.owner = this.#tokens += 1;
      return { token: found.owner, last: lastOf(found), before };
    },
    release: ({ stream, token, before }) => {
      const found = this.#streams.get(stream);
      if (found === undefined) return false;
      const { owner, released } = found;
      if (owner !== token) {
        if (isLate({ token, before }, owner)) released.set(token, before);
        return false;
      }
      found.owner = heirOf(before, (each) => released.get(each));
      for (const each of released.keys()) if (each > found.owner) released.delete(each);
      return true;
    },
    trim: ({ stream, through }) => {
      const found = this.#find(stream);
      const count = Math.min(Math.max(through - found.floor, 0), found.events.length);
      found.events = found.events.slice(count);
      found.floor += count;
      return headOf(found);
    },
    delete: ({ stream }) => this.#streams.delete(stream),
  };

  constructor({ factsBytes }: { readonly factsBytes: number }) {
    this.#factsBytes = factsBytes;
  }

  async take<Name extends StepName>(name: Name, given: Steps[Name]['given']): Promise<Steps[Name]['answer']> {
    return this.#steps[name](given);
  }

  async close(): Promise<void> {
    this.#streams.clear();
  }

  #append(given: AppendStep): Steps['append']['answer'] {
    const { stream, at, texts, patch } = given;
    const found = this.#find(stream);
    const last = lastOf(found);
    requireWritable(given, last, found.owner);
    if (patch !== undefined) found.facts = this.#patched(found.facts.text, patch);
    for (const text of texts) found.events.push({ at, text });
    return { first: last + 1, last: last + texts.length };
  }

  #create({ stream, at, facts, texts }: CreateStep): StoredHead {
    const events = texts.map((text) => ({ at, text }));
    return headOf(this.#add(stream, { at, facts: this.#patched('{}', facts), floor: 0, events }));
  }

  #read({ stream, after, life, count, bytes }: ReadStep): EventPage {
    const found = this.#find(stream);
    if (life !== undefined && life !== found.life) throw missing(stream);
    const from = after ?? found.floor;
    if (from < found.floor) throw trimmed(stream, from, found.floor + 1);
    const page: KeptEvent[] = [];
    let left = bytes;
    for (const event of found.events.slice(from - found.floor, from - found.floor + count)) {
      left -= event.text.length;
      if (left < 0 && page.length > 0) break;
      page.push(event);
    }
    const ats = page.map(({ at }) => at);
    const texts = page.map(({ text }) => text);
    return { life: found.life, first: from + 1, ats, texts, last: lastOf(found) };
  }

  #list({ cwd, archived, behind, limit }: ListStep): StoredHead[] {
    return [...this.#streams.values()]
      .filter(({ facts }) => cwd === undefined || facts.cwd === cwd)
      .filter(({ facts }) => archived === undefined || facts.archived === archived)
      .filter((each) => behind === undefined || byTime(behind, placeOf(each)) < 0)
      .toSorted((left, right) => byTime(placeOf(left), placeOf(right)))
      .slice(0, limit)
      .map(headOf);
  }

  #add(stream: string, { at, ...rest }: Pick<Stream, 'facts' | 'floor' | 'events'> & { readonly at: number }): Stream {
    if (this.#streams.has(stream)) throw exists(stream);
    const added: Stream = { stream, life: (this.#lives += 1), createdAt: at, owner: 0, released: new Map(), ...rest };
    this.#streams.set(stream, added);
    return added;
  }

  #find(stream: string): Stream {
    const found = this.#streams.get(stream);
    if (found === undefined) throw missing(stream);
    return found;
  }

  #patched(text: string, patch: string): KeptFacts {
    return patchFacts(text, patch, this.#factsBytes);
  }
}

const lastOf = ({ floor, events }: Stream): number => floor + events.length;

const placeOf = ({ facts: { updatedAt }, life }: Stream): Place => ({ updatedAt, life });

/** Newest first. */
const byTime = (left: Place, right: Place): number => right.updatedAt - left.updatedAt || right.life - left.life;

function headOf(found: Stream): StoredHead {
  const { stream, life, createdAt, facts, floor } = found;
  return {
    stream,
    life,
    createdAt,
    facts: facts.text,
    updatedAt: facts.updatedAt,
    first: floor + 1,
    last: lastOf(found),
  };
}
