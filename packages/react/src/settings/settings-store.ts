/** The config options of a session: the groups to show, and those that are being set. */
import type { ClientSession, SessionConfigOption } from '@acp-stack/sdk';

import type { Listener, Topics } from '../notify/topics.ts';
import type { TranscriptStore } from '@acp-stack/transcript';
import { optionGroups, type OptionGroup } from './option-groups.ts';

/** The config options of a session. */
export interface SettingsSnapshot {
  /** The options in groups; empty if the session has none. */
  readonly groups: readonly OptionGroup[];
  /** The ids of options whose new value the agent has not confirmed yet. */
  readonly pending: ReadonlySet<string>;
}

const topic = 'settings';
const none: readonly SessionConfigOption[] = [];

/** The config options of one session. */
export class SettingsStore {
  readonly #topics: Topics;
  readonly #parts: { readonly store: TranscriptStore; readonly session: () => ClientSession };
  #options: readonly SessionConfigOption[] = none;
  #snapshot: SettingsSnapshot = { groups: [], pending: new Set() };

  constructor(topics: Topics, parts: { readonly store: TranscriptStore; readonly session: () => ClientSession }) {
    this.#topics = topics;
    this.#parts = parts;
    parts.store.subscribe((changes) => {
      if (changes.some(({ kind }) => kind === 'config-options-changed')) topics.touch(topic);
    });
  }

  /** The options; the same object until they change. */
  readonly snapshot = (): SettingsSnapshot => {
    const options = this.#parts.store.snapshot().configOptions ?? none;
    if (options !== this.#options) {
      this.#options = options;
      this.#snapshot = { ...this.#snapshot, groups: optionGroups(options) };
    }
    return this.#snapshot;
  };

  /** Calls `listener` once per frame in which the options have changed. */
  readonly subscribe = (listener: Listener): (() => void) => this.#topics.subscribe(topic, listener);

  /** Sets an option; resolves when the agent has confirmed it. */
  readonly set = async (configId: string, value: string | boolean): Promise<void> => {
    const session = this.#parts.session();
    this.#setPending([...this.#snapshot.pending, configId]);
    try {
      const configOptions = await session.setConfigOption(configId, value);
      // The agent may not send an update of its own.
      this.#parts.store.apply({ sessionUpdate: 'config_option_update', configOptions: [...configOptions] });
    } finally {
      this.#setPending([...this.#snapshot.pending].filter((each) => each !== configId));
    }
  };

  #setPending(pending: readonly string[]): void {
    this.#snapshot = { ...this.#snapshot, pending: new Set(pending) };
    this.#topics.touch(topic);
  }
}
