/**
 * The other half of a comparison: what the official SDK 2.4.0 does in a scenario in which ours is tested.
 *
 * `npm test` runs our half only. `npm run compare` runs both and prints them side by side; a release of the official
 * SDK that behaves differently makes its half fail there, and the claim is removed.
 */
import { test } from 'vitest';

/** What the names of these tests begin with. */
const prefix = 'the official SDK: ';

/** Declares what the official SDK does in the scenario of the `describe` around it. */
export function officialSdk(behaviour: string, run: () => void | Promise<void>): void {
  if (process.env['ACP_COMPARE'] === '1') test(prefix + behaviour, run);
}
