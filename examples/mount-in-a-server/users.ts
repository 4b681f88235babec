/** The users of the example, as the login of any application knows them. */
// #region users
import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const users = new Map([
  ['ann', digest('ann-secret')],
  ['bob', digest('bob-secret')],
]);

/** The user whose token is in the header; undefined if there is none. */
export function userOf(header = ''): string | undefined {
  const shown = digest(header.replace(/^Bearer /iu, ''));
  return [...users].find(([, known]) => timingSafeEqual(known, shown))?.[0];
}
// #endregion users
