/** Names for the tools of MCP servers, as models take them: letters, digits, `_` and `-`, at most 64, no two the same. */
import { createHash } from 'node:crypto';

const longest = 64;

/** Gives each tool of each server a name, and the same one whenever it is asked for again. */
export class ToolNames {
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** The name of the tool `tool` of the server with that number. */
  nameOf(number: number, server: string, tool: string): string {
    const key = JSON.stringify([number, tool]);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const plain = `mcp_${clean(server)}_${clean(tool)}`;
    const isFree = plain.length <= longest && !this.#taken.has(plain);
    const name = isFree ? plain : marked(plain, key);
    this.#names.set(key, name);
    this.#taken.add(name);
    return name;
  }
}

const clean = (text: string): string => text.replaceAll(/[^\w-]+/gu, '_');

/** A name that is too long, or taken, ends with a mark of its own. */
function marked(plain: string, key: string): string {
  const mark = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return `${plain.slice(0, longest - mark.length - 1)}_${mark}`;
}
