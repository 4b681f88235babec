/**
 * Names for the tools of MCP servers that models accept: letters, digits, `_` and `-`, at most 64 characters, unique.
 *
 * The name depends only on the list of servers, not on the order in which they connect.
 */
import { createHash } from 'node:crypto';

const maxLength = 64;

/** The suffix of a name with a hash; no other name may end like that. */
const markLength = 12;
const looksMarked = /_[\da-f]{12}$/u;

/** Gives each tool of each server a stable name. */
export class ToolNames {
  readonly #servers: readonly string[];
  readonly #names = new Map<string, string>();
  readonly #taken: Set<string>;

  /** `reserved` are names that no tool of a server gets. */
  constructor(servers: readonly string[], reserved: readonly string[] = []) {
    this.#servers = servers;
    this.#taken = new Set(reserved);
  }

  /** The name of the tool `tool` of the server with that index. */
  nameOf(number: number, tool: string): string {
    const key = JSON.stringify([number, tool]);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const plain = `mcp_${clean(this.#servers[number] ?? '')}_${clean(tool)}`;
    const isPlain =
      plain.length <= maxLength && !looksMarked.test(plain) && !this.#isShared(number) && !this.#taken.has(plain);
    const name = isPlain ? plain : marked(plain, this.#identity(number, tool));
    this.#names.set(key, name);
    this.#taken.add(name);
    return name;
  }

  /** Whether a tool of another server might have the same name: `a` with `b_c`, and `a_b` with `c`. */
  #isShared(number: number): boolean {
    const own = `${clean(this.#servers[number] ?? '')}_`;
    return this.#servers.some((server, index) => {
      const other = `${clean(server)}_`;
      return index !== number && (own.startsWith(other) || other.startsWith(own));
    });
  }

  /** Identifies a tool independently of the order of the servers; servers with the same name are numbered. */
  #identity(number: number, tool: string): string {
    const server = this.#servers[number];
    const before = this.#servers.slice(0, number).filter((each) => each === server).length;
    return JSON.stringify([server, before, tool]);
  }
}

const clean = (text: string): string => text.replaceAll(/[^\w-]+/gu, '_');

/** Adds a hash to a name that is too long or might be taken. */
function marked(plain: string, identity: string): string {
  const mark = createHash('sha256').update(identity).digest('hex').slice(0, markLength);
  return `${plain.slice(0, maxLength - mark.length - 1)}_${mark}`;
}
