/** The headers of remote ACP; lower case, as HTTP/2 sends them and Node shows them. */

export const headers = {
  /** Names the connection; the answer to `initialize` brings it, every later request carries it. */
  connectionId: 'acp-connection-id',
  /** Names the session that a POST or a stream is about. */
  sessionId: 'acp-session-id',
  /** The negotiated version; informative. */
  protocolVersion: 'acp-protocol-version',
  /** `1` when a side can resume streams; see `resume.ts`. */
  resume: 'acp-resume',
  /** The place of a POST among those of its connection, from 1; see `resume.ts`. */
  sequence: 'acp-sequence',
  /** The number of the last event that the client has; a stream goes on after it. */
  lastEventId: 'last-event-id',
} as const;

export const mediaTypes = { json: 'application/json', events: 'text/event-stream' } as const;
