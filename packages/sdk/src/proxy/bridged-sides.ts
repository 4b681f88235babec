/**
 * The two sides of a proxy in version 2, whichever version its chain speaks.
 *
 * In a chain of version 2 messages pass untouched. In a chain of version 1 each side has a bridge: what comes from one
 * side is converted for the handlers, and converted back for the other side. The version is that of `proxy/initialize`
 * (PROXY-11), or a lower one if the agent answers with it. With `translates` the agent may choose 1 or 2.
 */
import { negotiate, type NegotiationOptions } from '@acp-stack/bridge/negotiate';
import { wrapChannel, type Channel, type ChannelHooks } from '@acp-stack/rpc';
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import type { ConnectionOptions } from '../connection/connection.ts';
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
  /** What the agent can do; undefined until it has answered `initialize`. */
  let agentCapabilities: JsonObject | undefined;
  const clientSide = side(client, { ...shared, peer: 'client' }, (inner) => ({
    send: (message, text) =>
      inner.send(agentCapabilities === undefined ? message : limitedToAgent(message, agentCapabilities, adds), text),
  }));
  const versions = (): readonly [1] | readonly [1, 2] => (clientSide.isOlder() && !translates ? [1] : [1, 2]);
  const agentSide = side(agent, { ...shared, peer: 'agent', asIs: !translates, versions }, () => ({
    receive: (message, text, receiver) => {
      agentCapabilities ??= agentCapabilitiesIn(message);
      receiver.receive(message, text);
    },
  }));
  return { client: clientSide.channel, agent: agentSide.channel };
}

/** The bridge knows only the fields of JSON-RPC: it gets messages without the extra fields. */
const withoutExtras = (channel: Channel): Channel =>
  wrapChannel(channel, {
    receive: (message, text, receiver) => {
      receiver.receive(withoutExtra(message), text);
    },
  });

/** One side; `hooksOf` returns what happens between its bridge and the wire. */
function side(
  channel: Channel,
  options: NegotiationOptions,
  hooksOf: (inner: Channel) => ChannelHooks,
): { readonly channel: Channel; readonly isOlder: () => boolean } {
  const negotiated = negotiate(channel, options, async () => {
    const { bridge } = await import('@acp-stack/bridge');
    return (inner, bridgeOptions) => bridge(withoutExtras(wrapChannel(inner, hooksOf(inner))), bridgeOptions);
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
const optionalInVersion1: readonly string[] = ['list', 'resume', 'close'];

/** The capabilities in the agent's answer to `initialize`; undefined if `message` is something else. */
function agentCapabilitiesIn(message: unknown): JsonObject | undefined {
  const result = isJsonObject(message) ? contentOf(message['result']) : undefined;
  if (!isJsonObject(result) || result['protocolVersion'] === undefined) return undefined;
  return isJsonObject(result['agentCapabilities']) ? result['agentCapabilities'] : {};
}

const sessionCapabilitiesOf = ({ sessionCapabilities }: JsonObject): JsonObject =>
  isJsonObject(sessionCapabilities) ? sessionCapabilities : {};

/**
 * Removes from the answer to `initialize` what neither the agent nor the proxy can do, if both sides speak version 1.
 * Other messages are returned unchanged.
 */
function limitedToAgent(message: unknown, agent: JsonObject, adds: readonly AddedMethod[]): unknown {
  const shown = agentCapabilitiesIn(message);
  if (shown === undefined || !isJsonObject(message)) return message;
  const agentSessions = sessionCapabilitiesOf(agent);
  const isOffered = (name: string): boolean =>
    !optionalInVersion1.includes(name) ||
    agentSessions[name] != null ||
    (name === 'list' && adds.includes('session/list'));
  const sessionCapabilities = Object.fromEntries(
    Object.entries(sessionCapabilitiesOf(shown)).filter(([name]) => isOffered(name)),
  );
  // What is replayed by the proxy still has to be resumed by the agent.
  const loads = adds.includes('session/load') && agentSessions['resume'] != null;
  const loadSession = loads ? true : agent['loadSession'];
  const { loadSession: _, ...others } = shown;
  const agentCapabilities = {
    ...others,
    ...(loadSession === undefined ? {} : { loadSession }),
    sessionCapabilities,
  };
  return { ...message, result: { ...(message['result'] as JsonObject), agentCapabilities } };
}

function withoutExtra(message: unknown): unknown {
  if (!isJsonObject(message)) return message;
  const { params, result } = message;
  const [plainParams, plainResult] = [contentOf(params), contentOf(result)];
  if (plainParams === params && plainResult === result) return message;
  return {
    ...message,
    ...(params === undefined ? {} : { params: plainParams }),
    ...(result === undefined ? {} : { result: plainResult }),
  };
}
