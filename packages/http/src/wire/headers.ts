/** The headers of remote ACP, in lower case, as HTTP/2 sends them and Node shows them. */

export const headers = {
  /** Identifies the connection; the response to `initialize` contains it, every later request sends it. */
  connectionId: 'acp-connection-id',
  /** The session of a POST or an event stream. */
  sessionId: 'acp-session-id',
  /** The negotiated version; informative. */
  protocolVersion: 'acp-protocol-version',
  /** `1` if a side can resume streams; see `resumption.ts`. */
  resume: 'acp-resume',
  /** The number of a POST of its connection, from 1; see `resumption.ts`. */
  sequence: 'acp-sequence',
  /** The number of the last event that the client has; the stream continues after it. */
  lastEventId: 'last-event-id',
} as const;

export const mediaTypes = { json: 'application/json', events: 'text/event-stream' } as const;
