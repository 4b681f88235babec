/**
 * The config options of a session in groups, as a page shows them.
 *
 * Options of one category are a group, at the place of the first of them. Options about the model belong to the model
 * (CFG-11).
 */
import type { SessionConfigOption } from '@acp-stack/schema/v2/unstable';

/** Config options that belong together. */
export interface OptionGroup {
  /** The category, or `other`. */
  readonly id: string;
  /** The name to show. */
  readonly name: string;
  /** The options, in the order of the agent. */
  readonly options: readonly SessionConfigOption[];
}

const names: ReadonlyMap<string, string> = new Map([
  ['mode', 'Mode'],
  ['model', 'Model'],
  ['thought_level', 'Thinking'],
  ['other', 'Other'],
]);

/** The groups of these options. */
export function optionGroups(options: readonly SessionConfigOption[]): readonly OptionGroup[] {
  const hasModel = options.some(({ category }) => category === 'model');
  const groupOf = ({ category }: SessionConfigOption): string =>
    category === 'model_config' && hasModel ? 'model' : (category ?? 'other');
  const ids = [...new Set(options.map(groupOf))];
  return ids.map((id) => {
    const members = options.filter((option) => groupOf(option) === id);
    const own = members.filter(({ category }) => category !== 'model_config');
    const aboutModel = members.filter(({ category }) => category === 'model_config');
    return { id, name: names.get(id) ?? sentence(id), options: [...own, ...aboutModel] };
  });
}

/** `model_config` as `Model config`. */
function sentence(id: string): string {
  const words = id.replaceAll(/[_-]+/gu, ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
