/** The config options of a session, with the current values; both sides change them (CFG-01 to CFG-04). */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import {
  validators,
  type SessionConfigOption,
  type SetSessionConfigOptionRequest,
} from '@acp-stack/schema/v2/unstable';

import { Mistake } from '../../connection/mistake.ts';
import { faultOf } from '../../connection/problem-summary.ts';

/** `options` with the value that `request` sets; throws -32602 if there is no such option or value (CFG-04). */
export function setConfigOption(
  options: readonly SessionConfigOption[],
  request: SetSessionConfigOptionRequest,
): readonly SessionConfigOption[] {
  const option = options.find((each) => each.configId === request.configId);
  if (option === undefined) throw refusal('Unknown option.', request);
  const changed = withValue(option, request);
  return options.map((each) => (each === option ? changed : each));
}

function withValue(option: SessionConfigOption, request: SetSessionConfigOptionRequest): SessionConfigOption {
  if (option.type === 'boolean' && request.type === 'boolean' && typeof request.value === 'boolean') {
    return { ...option, currentValue: request.value };
  }
  if (option.type === 'select' && request.type === 'id' && typeof request.value === 'string') {
    if (selectValues(option).includes(request.value)) return { ...option, currentValue: request.value };
    throw refusal('The option has no such value.', request);
  }
  throw refusal('The option takes another type of value.', request);
}

/**
 * Throws a `TypeError` for the first option that a client could not use: a field is wrong, the current value is not
 * among the values, or two options have the same id.
 */
export function requireUsableOptions(options: readonly SessionConfigOption[]): void {
  requireUnmixedValues(options);
  const ids = new Set<string>();
  for (const [index, option] of options.entries()) {
    const fault = faultOf(validators.SessionConfigOption.check(option));
    if (fault !== undefined) throw new Mistake(`The config option ${index} is malformed: ${fault}`);
    const { configId, type } = option;
    if (ids.has(configId)) throw new Mistake(`Two config options have the id ${JSON.stringify(configId)}.`);
    ids.add(configId);
    if (type !== 'select') continue;
    const values = selectValues(option);
    if (values.includes(option.currentValue)) continue;
    throw new Mistake(
      `The current value of the config option ${JSON.stringify(configId)} is ${JSON.stringify(option.currentValue)}, which is not one of ${values.join(', ')}.`,
    );
  }
}

/** Throws a `TypeError` for the first option that mixes grouped values with others (CFG-13). */
function requireUnmixedValues(options: readonly SessionConfigOption[]): void {
  for (const option of options) {
    if (option.type !== 'select' || !Array.isArray(option.options)) continue;
    const entries = option.options as readonly object[];
    const grouped = entries.filter((entry) => 'options' in entry).length;
    if (grouped === 0 || grouped === entries.length) continue;
    throw new Mistake(
      `Either all values of an option are in groups or none is; those of ${JSON.stringify(option.configId)} are mixed.`,
    );
  }
}

/** The values that a select option offers, whether they are grouped or not. */
function selectValues(option: SessionConfigOption): readonly string[] {
  if (option.type !== 'select' || !Array.isArray(option.options)) return [];
  const entries = option.options as readonly {
    readonly value?: string;
    readonly options?: readonly { readonly value: string }[];
  }[];
  return entries.flatMap((entry) => entry.options?.map(({ value }) => value) ?? entry.value ?? []);
}

function refusal(message: string, { configId, value }: SetSessionConfigOptionRequest): RpcError {
  return new RpcError(rpcCodes.invalidParams, message, { data: { configId, value } });
}
