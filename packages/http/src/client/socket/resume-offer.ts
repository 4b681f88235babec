/** Adds the request to resume to `initialize` on a WebSocket, and removes the server's offer from the response. */
import { resumeKey } from '../../wire/resumption.ts';
import { fieldsOf, type Fields } from '../../wire/json-fields.ts';

/** Returns `initialize` with the request to resume. */
export function addResumeRequest(request: object): object {
  const { params, ...rest } = request as Fields;
  return { ...rest, params: withMeta(params, (meta) => ({ ...meta, [resumeKey]: {} })) };
}

/** Returns the response without the offer, which is only for the channel. */
export function removeResumeOffer(answer: object): object {
  const { result, ...rest } = answer as Fields;
  return {
    ...rest,
    result: withMeta(result, ({ [resumeKey]: _offer, ...meta }) => (Object.keys(meta).length === 0 ? undefined : meta)),
  };
}

function withMeta(value: unknown, change: (meta: Fields) => Fields | undefined): Fields {
  const { _meta, ...rest } = fieldsOf(value);
  const meta = change(fieldsOf(_meta));
  return meta === undefined ? rest : { ...rest, _meta: meta };
}
