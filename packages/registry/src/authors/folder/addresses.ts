/** Whether an address may be published. */

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u;

const maxLength = 2000;

/** Why `address` may not be used, as the end of a sentence; undefined if it may. */
export function addressProblem(address: string): string | undefined {
  if (address.length > maxLength) return `has more than ${maxLength} characters`;
  // A URL parser removes spaces and line breaks, so that what a person reads is not what is opened.
  if (/[\s\p{Cc}<>"'`{}|\\^]/u.test(address)) return 'contains characters that an address cannot contain';
  let url;
  try {
    url = new URL(address);
  } catch {
    return 'is not an address, such as https://example.com/agent';
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback.test(url.hostname))) {
    return 'does not begin with https://';
  }
  if (url.username !== '' || url.password !== '') return 'contains a user name or a password';
  return undefined;
}

/** Whether an address that may be used is one of the machine that uses it. */
export const isOwnMachine = (address: string): boolean => loopback.test(new URL(address).hostname);

/** What is to be said about such an address, as the end of a sentence. */
export const onlyHere = 'is one of this machine, so that it works nowhere else';
