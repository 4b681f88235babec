/**
 * The config options of one session: those of the agent, and one each that stands for its modes and its models.
 *
 * An agent that has an option for modes keeps both in step itself (MODE-02). Its modes are then not shown twice, but
 * changes of the mode change the option. The same holds for models.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { configOptionsToV2 } from '../convert/config-options.ts';
import { nonEmptyFieldNames, hasNonEmptyField } from '../convert/fields-with-content.ts';
import { findModeOption, modeOption, modesOf, withValue } from '../convert/modes.ts';
import { findModelOption, modelOption, type LegacyModels } from '../extensions/legacy-models.ts';

type Options = readonly v2.SessionConfigOption[];

/** The settings in the response that opens a session. */
interface Opened {
  readonly modes?: v1.SessionModeState | null;
  readonly configOptions?: readonly v1.SessionConfigOption[] | null;
  readonly models?: LegacyModels | undefined;
}

/** The id of an option that the bridge made, if the agent uses the usual id for something else. */
const otherId = (configId: string): string => `_${configId}`;

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
  #models: LegacyModels | undefined;

  constructor(losses: LossReporter) {
    this.#losses = losses;
  }

  /** All options with their values; undefined if the agent has no options, modes and models. */
  get shown(): Options | undefined {
    const made = [this.#madeOfModes(), this.#madeOfModels()].filter((option) => option !== undefined);
    return made.length === 0 ? this.#options : [...made, ...(this.#options ?? [])];
  }

  /** Takes the settings of the response that opens the session. */
  open({ modes, configOptions, models }: Opened): Options | undefined {
    this.#modes = modes ?? undefined;
    this.#models = models;
    this.#options = configOptionsToV2(configOptions, this.#losses);
    if (this.#modes !== undefined && this.#madeOfModes() === undefined) reportOtherFields(this.#modes, this.#losses);
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

  /** Changes the model of the option that stands for the models. */
  enterModel(modelId: string): Options {
    if (this.#models !== undefined) this.#models = { ...this.#models, currentModelId: modelId };
    return this.shown ?? [];
  }

  /** Whether `configId` is the option that stands for the modes of the agent. */
  isModes(configId: string): boolean {
    return this.#madeOfModes()?.configId === configId;
  }

  /** Whether `configId` is the option that stands for the models of the agent. */
  isModels(configId: string): boolean {
    return this.#madeOfModels()?.configId === configId;
  }

  hasMode(modeId: string): boolean {
    return this.#modes?.availableModes.some(({ id }) => id === modeId) === true;
  }

  hasModel(modelId: string): boolean {
    return this.#models?.availableModels.some((model) => model.modelId === modelId) === true;
  }

  #madeOfModes(): v2.SessionConfigOption | undefined {
    if (this.#modes === undefined || findModeOption(this.#options) !== undefined) return undefined;
    return this.#withFreeId(modeOption(this.#modes));
  }

  #madeOfModels(): v2.SessionConfigOption | undefined {
    if (this.#models === undefined || findModelOption(this.#options) !== undefined) return undefined;
    return this.#withFreeId(modelOption(this.#models));
  }

  #withFreeId(made: v2.SessionConfigOption): v2.SessionConfigOption {
    const isTaken = this.#options?.some(({ configId }) => configId === made.configId) === true;
    return isTaken ? { ...made, configId: otherId(made.configId) } : made;
  }
}
