/**
 * The settings of a session as a client of version 1 shows them.
 *
 * The option of category `mode` and the modes say the same, and a client shows them once. The bridges show an agent
 * that has only one of them with both; the option that they create for it is left out here.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';

type Options = readonly v1.SessionConfigOption[];
type Select = Extract<v1.SessionConfigOption, { readonly type: 'select' }>;

/** What the option is called that stands for the modes of an agent which has none for them. */
export const madeName = 'Mode';

interface Opened {
  readonly modes?: v1.SessionModeState | null | undefined;
  readonly configOptions?: Options | null | undefined;
}

export class Settings {
  #modes: v1.SessionModeState | undefined;
  #options: Options | undefined;

  /** What a session was opened with. */
  open({ modes, configOptions }: Opened): void {
    this.#modes = modes ?? undefined;
    this.#options = configOptions ?? undefined;
  }

  replace(options: Options): void {
    this.#options = options;
    const mode = modeIn(options)?.currentValue;
    if (mode !== undefined && this.#modes !== undefined) this.#modes = { ...this.#modes, currentModeId: mode };
  }

  enterMode(modeId: string): void {
    if (this.#modes !== undefined) this.#modes = { ...this.#modes, currentModeId: modeId };
    this.#options = this.#options?.map((option) =>
      option.type === 'select' && option.category === 'mode' ? { ...option, currentValue: modeId } : option,
    );
  }

  value(): unknown {
    const own = this.#options?.filter(({ name, category }) => name !== madeName || category !== 'mode');
    return {
      modes: this.#modes ?? modesOf(modeIn(this.#options)),
      options: own === undefined || own.length === 0 ? undefined : own,
    };
  }
}

const modeIn = (options: Options | undefined): Select | undefined =>
  options?.find((option): option is Select => option.type === 'select' && option.category === 'mode');

/** The modes that an option stands for, its groups left out. */
export function modesOf(option: Select | undefined): v1.SessionModeState | undefined {
  if (option === undefined) return undefined;
  const values = option.options.flatMap((each): readonly v1.SessionConfigSelectOption[] =>
    'options' in each ? each.options : [each],
  );
  return {
    currentModeId: option.currentValue,
    availableModes: values.map(({ value, ...mode }) => ({ id: value, ...mode })),
  };
}
