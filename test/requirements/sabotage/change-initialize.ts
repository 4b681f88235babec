/** Breaks that change `initialize` requests and responses. */
import { incoming, outgoing, type Break } from './sabotage.ts';
import { fieldsOf, isRequest, isSuccess, paramsOf, withResult, type WireFields } from './wire-message.ts';

/** Changes the `initialize` response, in either direction. */
export const changeInitializeResponse =
  (change: (result: WireFields, requested: WireFields) => WireFields): Break =>
  (message, wire) => {
    if (!isSuccess(message) || wire.request?.method !== 'initialize') return undefined;
    const result = fieldsOf(message['result']);
    const changed = change(result, fieldsOf(wire.request.params));
    return changed === result ? undefined : [withResult(message, changed)];
  };

/** Changes what the peer reports about itself: the request of a client, the response of an agent. */
export const changeOwnInitialize = (change: (said: WireFields) => WireFields): Break =>
  outgoing((message, wire) =>
    isRequest(message, 'initialize')
      ? [{ ...message, params: change(paramsOf(message)) }]
      : changeInitializeResponse(change)(message, wire),
  );

/** Changes what the peer receives about the other side. */
export const changeOtherInitialize = (change: (said: WireFields) => WireFields): Break =>
  incoming((message, wire) => {
    if (!isRequest(message, 'initialize')) return changeInitializeResponse(change)(message, wire);
    const params = paramsOf(message);
    const changed = change(params);
    return changed === params ? undefined : [{ ...message, params: changed }];
  });

/** Changes the capabilities of an `initialize` request or response. */
export const inCapabilities = (said: WireFields, change: (capabilities: unknown) => unknown): WireFields => {
  const keys = ['capabilities', 'clientCapabilities', 'agentCapabilities'].filter((key) => key in said);
  return { ...said, ...Object.fromEntries(keys.map((key) => [key, change(said[key])])) };
};

/** Adds these session capabilities to what the agent reported. */
export const assumeSessionCapabilities = (markers: WireFields): Break =>
  incoming(
    changeInitializeResponse((said) =>
      inCapabilities(said, (capabilities) => {
        const all = fieldsOf(capabilities);
        return { ...all, session: { ...fieldsOf(all['session']), ...markers } };
      }),
    ),
  );
