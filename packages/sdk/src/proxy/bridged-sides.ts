/**
 * The two sides of a proxy in version 2, whichever version its chain speaks.
 *
 * In a chain of version 2 messages pass untouched. In a chain of version 1 each side has a bridge: what comes from one
 * side is converted for the handlers, and converted back for the other side. The version is that of `proxy/initialize`
 * (PROXY-11), or of the agent's answer where that is lower; a proxy that translates asks the agent for either.
 */
import { negotiate, type NegotiationOptions } from '@acp-stack/bridge/negotiate';
import { wrapChannel, type Channel, type ChannelHooks } from '@acp-stack/rpc';

import type { ConnectionOptions } from '../connection/connection.ts';
import { isObject, type JsonObject } from '../shared/json-object.ts';
import { contentOf } from './extra-fields.ts';
import type { SplitChannel } from './split-channel.ts';

/** What a proxy changes about the versions of its chain. */
export interface VersionChanges {
  /** Methods that it answers itself where an agent of version 1 cannot. */
  readonly adds?: readonly AddedMethod[] | undefined;
  /** Whether the agent may speak another version than the client. */
  readonly translates?: boolean | undefined;
}

/** A method of sessions that a proxy can answer in the place of an agent. */
type AddedMethod = 'session/load' | 'session/list';

/** Wraps both sides. */
export function bridgedSides(
  { client, agent }: SplitChannel,
  { bridge, clock, onReport }: Pick<ConnectionOptions, 'bridge' | 'clock' | 'onReport'>,
  { adds = [], translates = false }: VersionChanges = {},
): SplitChannel {
  const shared = {
    extras: true,
    ...bridge,
    ...(clock === undefined ? {} : { clock }),
    ...(onReport === undefined ? {} : { onReport }),
  };
  let abilities: JsonObject | undefined;
  const clientSide = side(client, { ...shared, peer: 'client' }, (inner) => ({
    send: (message, text) =>
      inner.send(abilities === undefined ? message : withAbilities(message, abilities, adds), text),
  }));
  const versions = (): readonly [1] | readonly [1, 2] => (clientSide.isOlder() && !translates ? [1] : [1, 2]);
  const agentSide = side(agent, { ...shared, peer: 'agent', asIs: !translates, versions }, () => ({
    receive: (message, text, receiver) => {
      abilities ??= abilitiesIn(message);
      receiver.receive(withoutExtra(message), text);
    },
  }));
  return { client: clientSide.channel, agent: agentSide.channel };
}

/** The bridge knows only the fields of JSON-RPC: it gets messages without the extra fields. */
const plainHooks: ChannelHooks = {
  receive: (message, text, receiver) => {
    receiver.receive(withoutExtra(message), text);
  },
};

/** One side; `hooksOf` returns what happens between its bridge and the wire. */
function side(
  channel: Channel,
  options: NegotiationOptions,
  hooksOf: (inner: Channel) => ChannelHooks,
): { readonly channel: Channel; readonly isOlder: () => boolean } {
  const negotiated = negotiate(channel, options, async () => {
    const { bridge } = await import('@acp-stack/bridge');
    return (inner, bridgeOptions) => bridge(wrapChannel(inner, { ...plainHooks, ...hooksOf(inner) }), bridgeOptions);
  });
  const isOlder = (): boolean => negotiated.version === 1;
  return {
    isOlder,
    channel: wrapChannel(negotiated, {
      send: (message, text) => negotiated.send(isOlder() ? withoutExtra(message) : message, text),
    }),
  };
}

/** What every agent of version 2 can do with sessions, and one of version 1 only if it says so. */
const optional = ['list', 'resume', 'close'] as const;

/** The capabilities in the agent's answer to `initialize`; undefined if `message` is something else. */
function abilitiesIn(message: unknown): JsonObject | undefined {
  const result = isObject(message) ? contentOf(message['result']) : undefined;
  if (!isObject(result) || result['protocolVersion'] === undefined) return undefined;
  return isObject(result['agentCapabilities']) ? result['agentCapabilities'] : {};
}

/** The answer to the client, which is promised no more than the agent of the same version and the proxy can do. */
function withAbilities(message: unknown, agent: JsonObject, adds: readonly AddedMethod[]): unknown {
  const shown = abilitiesIn(message);
  if (shown === undefined || !isObject(message)) return message;
  const [theirs, ours] = [agent, shown].map(({ sessionCapabilities: each }) => (isObject(each) ? each : {}));
  const { loadSession: _, ...others } = shown;
  const sessionCapabilities = Object.fromEntries(
    Object.entries(ours ?? {}).filter(
      ([name]) =>
        !optional.some((each) => each === name) ||
        theirs?.[name] != null ||
        (name === 'list' && adds.includes('session/list')),
    ),
  );
  // What is replayed by the proxy still has to be resumed by the agent.
  const loads = adds.includes('session/load') && theirs?.['resume'] != null;
  const agentCapabilities = {
    ...others,
    ...(loads ? { loadSession: true } : {}),
    ...(agent['loadSession'] === undefined || loads ? {} : { loadSession: agent['loadSession'] }),
    sessionCapabilities,
  };
  return { ...message, result: { ...(message['result'] as JsonObject), agentCapabilities } };
}

function withoutExtra(message: unknown): unknown {
  if (!isObject(message)) return message;
  const { params, result } = message;
  const [plainParams, plainResult] = [contentOf(params), contentOf(result)];
  if (plainParams === params && plainResult === result) return message;
  return {
    ...message,
    ...(params === undefined ? {} : { params: plainParams }),
    ...(result === undefined ? {} : { result: plainResult }),
  };
}
