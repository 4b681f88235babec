/**
 * The config options of one session: those of the agent, and one that stands for its modes.
 *
 * An agent that has an option for modes keeps both in step itself (MODE-02). Its modes are then not shown twice, but
 * changes of the mode change the option.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { configOptionsToV2 } from '../convert/config-options.ts';
import { nonEmptyFieldNames, hasNonEmptyField } from '../convert/fields-with-content.ts';
import { findModeOption, modeOption, modesOf, withValue } from '../convert/modes.ts';

type Options = readonly v2.SessionConfigOption[];

/** The settings in the response that opens a session. */
interface Opened {
  readonly modes?: v1.SessionModeState | null;
  readonly configOptions?: readonly v1.SessionConfigOption[] | null;
}

/** The id of the option that stands for the modes, if the agent uses the usual id for something else. */
const otherModeId = '_mode';

/** Reports the other fields of modes that an option of the agent replaces. */
function reportOtherFields(modes: v1.SessionModeState, losses: LossReporter): void {
  const { currentModeId: _, availableModes: __, ...others } = modes;
  if (hasNonEmptyField(others))
    losses.omit('session responses', `Other fields of the modes were left out: ${nonEmptyFieldNames(others)}.`);
}

export class Config {
  readonly #losses: LossReporter;
  #options: Options | undefined;
  #modes: v1.SessionModeState | undefined;

  constructor(losses: LossReporter) {
    this.#losses = losses;
  }

  /** All options with their values; undefined if the agent has neither options nor modes. */
  get shown(): Options | undefined {
    const made = this.#made();
    if (made === undefined) return this.#options;
    return [made, ...(this.#options ?? [])];
  }

  /** Takes the settings of the response that opens the session. */
  open({ modes, configOptions }: Opened): Options | undefined {
    this.#modes = modes ?? undefined;
    this.#options = configOptionsToV2(configOptions, this.#losses);
    if (this.#modes !== undefined && this.#made() === undefined) reportOtherFields(this.#modes, this.#losses);
    return this.shown;
  }

  /** Takes new options. */
  replace(configOptions: readonly v1.SessionConfigOption[]): Options {
    this.#options = configOptionsToV2(configOptions, this.#losses);
    return this.shown ?? [];
  }

  /** Changes the mode. Returns the options; undefined if no option has that mode. */
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
