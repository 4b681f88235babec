/** Config options: the ids have other names, and a select of version 2 is never without values. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import {
  isSessionConfigOption,
  type SessionConfigOption,
  type SessionConfigSelectGroup,
  type SessionConfigSelectOptions,
} from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { mapOrSame } from '../values/map-or-same.ts';

/** Returns the options for version 2, without selects that have no values. */
export function configOptionsToV2(
  options: readonly v1.SessionConfigOption[] | null | undefined,
  losses: LossReporter,
): readonly SessionConfigOption[] | undefined {
  if (options === undefined || options === null) return undefined;
  return mapOrSame(options, (option): SessionConfigOption | undefined => {
    const { id: configId, ...others } = option;
    if (others.type !== 'select') return { configId, ...others };
    const values = valuesToV2(others.options);
    if (values.length > 0 && values.length < others.options.length)
      losses.omit(
        'session responses',
        `Version 2 has no groups without values; one of the option ${configId} was left out.`,
      );
    if (values.length > 0) return { configId, ...others, options: values };
    losses.lose('session responses', `Version 2 has no select without values; the option ${configId} was left out.`);
    return undefined;
  });
}

/** Returns the options for version 1; booleans only for clients that support them. */
export function configOptionsToV1(
  options: readonly SessionConfigOption[] | undefined,
  { booleans }: { readonly booleans: boolean },
  losses: LossReporter,
): readonly v1.SessionConfigOption[] | undefined {
  if (options === undefined) return undefined;
  return mapOrSame(options, (option): v1.SessionConfigOption | undefined => {
    if (isSessionConfigOption.select(option)) {
      const { configId: id, ...others } = option;
      return { id, ...others, options: valuesToV1(option.options) };
    }
    if (booleans && isSessionConfigOption.boolean(option)) {
      const { configId: id, ...others } = option;
      return { id, ...others };
    }
    losses.lose(
      'session responses',
      `The client shows no options of type ${option.type}; ${option.configId} was left out.`,
    );
    return undefined;
  });
}

/** Whether the values of a select are in groups; values with and without a group are never mixed. */
export function isGrouped(options: SessionConfigSelectOptions): options is readonly SessionConfigSelectGroup[] {
  return options[0] !== undefined && 'options' in options[0];
}

function valuesToV2(options: v1.SessionConfigSelectOptions): SessionConfigSelectOptions {
  if (!isGroupedV1(options)) return options;
  return options
    .filter((group) => group.options.length > 0)
    .map(({ group: groupId, ...others }) => ({ groupId, ...others }));
}

function valuesToV1(options: SessionConfigSelectOptions): v1.SessionConfigSelectOptions {
  if (!isGrouped(options)) return options;
  return options.map(({ groupId: group, ...others }) => ({ group, ...others }));
}

const isGroupedV1 = (options: v1.SessionConfigSelectOptions): options is readonly v1.SessionConfigSelectGroup[] =>
  options[0] !== undefined && 'options' in options[0];
