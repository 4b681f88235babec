/** Asks for the options of the suggestions: each digit switches one to its next value. */
import type { NesClient } from '@acp-stack/nes';
import type { SessionConfigOption } from '@acp-stack/schema/v2/unstable';
import { isSessionConfigOption } from '@acp-stack/schema/v2/unstable';

import { inOneLine } from '../../text/strip-control-characters.ts';
import type { Question } from './question.ts';

interface Value {
  readonly value: string;
  readonly name: string;
}

/** The question for the options of `nes`; `failed` is called if one cannot be set. */
export function optionQuestion(nes: NesClient, failed: (words: string) => void): Question {
  const set = (index: number): false => {
    const option = nes.configOptions[index];
    const next = option && nextValue(option);
    if (option !== undefined && next !== undefined)
      nes.setConfigOption(option.configId, next).catch((error: unknown) => {
        failed(`${inOneLine(option.name)} could not be set: ${inOneLine(String(error))}`);
      });
    return false;
  };
  return {
    words: () =>
      `${nes.configOptions.map((option, index) => `${index + 1} ${inOneLine(option.name)}: ${valueName(option)}`).join(' · ')} · Esc closes`,
    answers: Object.fromEntries(nes.configOptions.slice(0, 9).map((_, index) => [String(index + 1), () => set(index)])),
  };
}

function valuesOf(option: SessionConfigOption): readonly Value[] {
  if (!isSessionConfigOption.select(option)) return [];
  return option.options.flatMap((each): readonly Value[] => ('options' in each ? each.options : [each]));
}

function nextValue(option: SessionConfigOption): string | boolean | undefined {
  if (isSessionConfigOption.boolean(option)) return !option.currentValue;
  const values = valuesOf(option);
  const current = values.findIndex(({ value }) => 'currentValue' in option && value === option.currentValue);
  return values[(current + 1) % Math.max(1, values.length)]?.value;
}

function valueName(option: SessionConfigOption): string {
  if (isSessionConfigOption.boolean(option)) return option.currentValue ? 'on' : 'off';
  const current = valuesOf(option).find(({ value }) => 'currentValue' in option && value === option.currentValue);
  return inOneLine(current?.name ?? '?');
}
