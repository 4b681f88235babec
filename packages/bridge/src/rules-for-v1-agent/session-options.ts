/**
 * The settings of one session: the config options of the agent, and its modes shown as one more.
 *
 * An agent that has an option for modes keeps both in step itself (MODE-02); its modes are not shown a second time, but what it says about them
 * changes the option.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { configOptionsToV2 } from '../convert/config-options.ts';
import { nonEmptyFieldNames, hasNonEmptyField } from '../convert/non-empty-fields.ts';
import { findModeOption, modeOption, modesOf, withValue } from '../convert/modes.ts';

type Options = readonly v2.SessionConfigOption[];

/** What the answers that open a session say about settings. */
interface Opened {
  readonly modes?: v1.SessionModeState | null;
  readonly configOptions?: readonly v1.SessionConfigOption[] | null;
}

/** The id of the option that stands for the modes, where the agent uses the usual one for something else. */
const otherModeId = '_mode';

/** An option of the agent says the same as its modes, but not what else is said of them. */
function tellBeside(modes: v1.SessionModeState, losses: LossReporter): void {
  const { currentModeId: _, availableModes: __, ...others } = modes;
  if (hasNonEmptyField(others))
    losses.omit('session responses', `What the modes say was left out: ${nonEmptyFieldNames(others)}.`);
}

export class Config {
  readonly #losses: LossReporter;
  #options: Options | undefined;
  #modes: v1.SessionModeState | undefined;

  constructor(losses: LossReporter) {
    this.#losses = losses;
  }

  /** All options with their values; undefined when the agent has neither options nor modes. */
  get shown(): Options | undefined {
    const made = this.#made();
    if (made === undefined) return this.#options;
    return [made, ...(this.#options ?? [])];
  }

  /** Takes over what the agent says when it opens the session. */
  open({ modes, configOptions }: Opened): Options | undefined {
    this.#modes = modes ?? undefined;
    this.#options = configOptionsToV2(configOptions, this.#losses);
    if (this.#modes !== undefined && this.#made() === undefined) tellBeside(this.#modes, this.#losses);
    return this.shown;
  }

  /** Takes over new options. */
  replace(configOptions: readonly v1.SessionConfigOption[]): Options {
    this.#options = configOptionsToV2(configOptions, this.#losses);
    return this.shown ?? [];
  }

  /** The session is in another mode; undefined when there is no option that could say so. */
  enterMode(modeId: string): Options | undefined {
    const own = findModeOption(this.#options);
    if (own !== undefined) {
      const isOffered = modesOf(this.#options)?.availableModes.some(({ id }) => id === modeId) === true;
      if (!isOffered) return undefined;
      this.#options = withValue(this.#options ?? [], own.configId, modeId);
      return this.shown;
    }
    if (this.#modes === undefined || !this.hasMode(modeId)) return undefined;
    this.#modes = { ...this.#modes, currentModeId: modeId };
    return this.shown;
  }

  /** Whether `configId` is the option that stands for the modes of the agent. */
  isModes(configId: string): boolean {
    return this.#made()?.configId === configId;
  }

  hasMode(modeId: string): boolean {
    return this.#modes?.availableModes.some(({ id }) => id === modeId) === true;
  }

  #made(): v2.SessionConfigOption | undefined {
    if (this.#modes === undefined || findModeOption(this.#options) !== undefined) return undefined;
    const options = this.#options ?? [];
    const made = modeOption(this.#modes);
    return options.some(({ configId }) => configId === made.configId) ? { ...made, configId: otherModeId } : made;
  }
}
