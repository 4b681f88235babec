/**
 * A channel whose messages are observed. Every message passes, requests with the trace that they belong to.
 *
 * Observing never fails a connection: an error of it goes to the diagnostics of OpenTelemetry.
 */
import { wrapChannel, type Channel } from '@acp-stack/rpc';
import { isJsonObject } from '@acp-stack/schema/json-object';
import { context, diag, type Context } from '@opentelemetry/api';

import { ConnectionSpans, type SeenRequest } from './connection-spans.ts';
import { ObservedSide, type Direction, type SideOptions } from './observed-side.ts';
import type { Telemetry } from './telemetry.ts';

/** A message to pass on, and the context to pass it on in. */
interface Seen {
  readonly message: unknown;
  readonly context?: Context;
}

/** The channel with spans and metrics; the channel itself if nothing takes them. */
export function observedChannel(channel: Channel, telemetry: Telemetry | undefined, options: SideOptions): Channel {
  if (telemetry === undefined) return channel;
  const spans = new ConnectionSpans(new ObservedSide(telemetry, options));
  return wrapChannel(channel, {
    receive: (message, text, receiver) => {
      const seen = see(spans, 'in', message);
      const pass = (): void => receiver.receive(seen.message, seen.message === message ? text : undefined);
      if (seen.context === undefined) pass();
      else context.with(seen.context, pass);
    },
    send: (message, text) => {
      const seen = see(spans, 'out', message);
      return channel.send(seen.message, seen.message === message ? text : undefined);
    },
    ended: (error, receiver) => {
      safely(() => {
        spans.end();
      });
      receiver.ended(error);
    },
  });
}

function see(spans: ConnectionSpans, direction: Direction, message: unknown): Seen {
  let seen: Seen = { message };
  safely(() => {
    if (Array.isArray(message)) {
      const members = message.map((member: unknown) => seeOne(spans, direction, member).message);
      if (members.some((member, index) => member !== message[index])) seen = { message: members };
    } else seen = seeOne(spans, direction, message);
  });
  return seen;
}

function seeOne(spans: ConnectionSpans, direction: Direction, message: unknown): Seen {
  if (!isJsonObject(message)) return { message };
  if (typeof message['method'] !== 'string') spans.response(direction, message);
  else if (message['id'] === undefined) return { message: spans.notification(direction, message) };
  else return spans.request(direction, message as SeenRequest);
  return { message };
}

function safely(work: () => void): void {
  try {
    work();
  } catch (error) {
    diag.error('@acp-stack/telemetry could not observe a message', error);
  }
}
