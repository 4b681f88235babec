/**
 * The icons of the agents of registries, as safe SVG.
 *
 * A list never waits for a server: it has the icons that are known, and the others are fetched for the next list.
 */
import type { InstalledAgent, ListedAgent, Registry } from '@acp-stack/registry';

/** Icons that are fetched at the same time. */
const concurrency = 4;

export class AgentIcons {
  readonly #mayFetch: boolean;
  readonly #wanted: (() => Promise<void>)[] = [];
  readonly #asked = new Set<string>();
  #running = 0;

  /** `mayFetch`: whether the servers of the registries are asked; otherwise only what was read before is used. */
  constructor({ mayFetch }: { readonly mayFetch: boolean }) {
    this.#mayFetch = mayFetch;
  }

  /** The icon, if it is known now. */
  async of(agent: ListedAgent | InstalledAgent, registry: Registry): Promise<string | undefined> {
    const icon = await registry.icon(agent, { refresh: 'never' }).catch(() => undefined);
    const key = `${agent.source.location} ${agent.manifest.id}`;
    if (icon === undefined && this.#mayFetch && !this.#asked.has(key)) {
      this.#asked.add(key);
      this.#wanted.push(() => registry.icon(agent).then(nothing, nothing));
      this.#fetchNext();
    }
    return icon;
  }

  #fetchNext(): void {
    if (this.#running === concurrency) return;
    const fetchOne = this.#wanted.shift();
    if (fetchOne === undefined) return;
    this.#running += 1;
    void fetchOne().then(() => {
      this.#running -= 1;
      this.#fetchNext();
    });
  }
}

const nothing = (): void => undefined;
