/** Breaks that change what two sides say about themselves in `initialize`. */
import { incoming, outgoing, type Break } from './sabotage.ts';
import { fieldsOf, isRequest, isSuccess, paramsOf, withResult, type WireFields } from './wire-message.ts';

/** Changes the answer to `initialize`, whoever it goes to. */
export const introduction =
  (change: (result: WireFields, requested: WireFields) => WireFields): Break =>
  (message, wire) => {
    if (!isSuccess(message) || wire.request?.method !== 'initialize') return undefined;
    const result = fieldsOf(message['result']);
    const changed = change(result, fieldsOf(wire.request.params));
    return changed === result ? undefined : [withResult(message, changed)];
  };

/** Changes what the peer says about itself: the request of a client, the answer of an agent. */
export const ownIntroduction = (change: (said: WireFields) => WireFields): Break =>
  outgoing((message, wire) =>
    isRequest(message, 'initialize')
      ? [{ ...message, params: change(paramsOf(message)) }]
      : introduction(change)(message, wire),
  );

/** Changes what the peer hears about the other side. */
export const otherIntroduction = (change: (said: WireFields) => WireFields): Break =>
  incoming((message, wire) => {
    if (!isRequest(message, 'initialize')) return introduction(change)(message, wire);
    const params = paramsOf(message);
    const changed = change(params);
    return changed === params ? undefined : [{ ...message, params: changed }];
  });

/** Changes the capabilities in what a side says about itself. */
export const inCapabilities = (said: WireFields, change: (capabilities: unknown) => unknown): WireFields => {
  const keys = ['capabilities', 'clientCapabilities', 'agentCapabilities'].filter((key) => key in said);
  return { ...said, ...Object.fromEntries(keys.map((key) => [key, change(said[key])])) };
};

/** Takes for granted that an agent has these capabilities of sessions. */
export const assumingSession = (markers: WireFields): Break =>
  incoming(
    introduction((said) =>
      inCapabilities(said, (capabilities) => {
        const all = fieldsOf(capabilities);
        return { ...all, session: { ...fieldsOf(all['session']), ...markers } };
      }),
    ),
  );
