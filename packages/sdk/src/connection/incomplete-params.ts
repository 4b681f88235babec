/** Params of which malformed parts were left out: what decides about them must not take them for the whole request. */
import type { Checked } from '@acp-stack/schema';

const incomplete = new WeakSet<object>();
const lossy: ReadonlySet<string> = new Set(['dropped', 'skipped']);

/** Notes what was left out of checked params. */
export function noteLosses(checked: Checked<unknown>): void {
  if (!checked.ok || typeof checked.value !== 'object' || checked.value === null) return;
  if (checked.repairs.some(({ action }) => lossy.has(action))) incomplete.add(checked.value);
}

/** Whether malformed parts of these params, as a handler got them, were left out. */
export const areIncomplete = (params: object): boolean => incomplete.has(params);
