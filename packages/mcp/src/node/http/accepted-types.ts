/** The forms of a response that an MCP client can read, by the `Accept` of its request. */

/** What a client reads. */
export interface AcceptedTypes {
  readonly json: boolean;
  readonly events: boolean;
}

/** Both forms, as the transport wants to see them in every POST. */
export const bothTypes = 'application/json, text/event-stream';

/** Returns what `accept` allows; a range such as star/star allows what is in it. */
export function acceptedTypes(accept: string = '*/*'): AcceptedTypes {
  const ranges = accept
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim().toLowerCase()))
    .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(?:\.0*)?$/u.test(parameter)))
    .map(([type = '']) => type);
  const allows = (type: string): boolean =>
    [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*'].some((range) => ranges.includes(range));
  return { json: allows('application/json'), events: allows('text/event-stream') };
}
