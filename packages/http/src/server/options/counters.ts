/** The counters of a server, for monitoring. */

export interface HttpCounters {
  /** Open connections, over HTTP and WebSocket. */
  readonly connections: number;
  /** Event streams with a reader. */
  readonly streams: number;
  /** Open WebSockets. */
  readonly webSockets: number;
  /** All connections since the start. */
  readonly connectionsOpened: number;
  /** Messages received from clients. */
  readonly messagesReceived: number;
  /** Messages sent to clients; a repeated message counts once. */
  readonly messagesSent: number;
  /** Streams and sockets that were resumed. */
  readonly resumed: number;
  /** Attempts to resume after the messages were gone. */
  readonly historyLost: number;
  /** Streams and sockets that were cut because the client was too slow or dead. */
  readonly cut: number;
  /** Sockets that were refused before they sent anything; 0 if the sockets belong to another server. */
  readonly socketsRefused: number;
  /** Refused requests by status. */
  readonly refused: Readonly<Record<number, number>>;
}

/** The counters that only grow. */
export class Counting {
  connectionsOpened = 0;
  messagesReceived = 0;
  messagesSent = 0;
  resumed = 0;
  historyLost = 0;
  cut = 0;
  readonly refused: Record<number, number> = {};

  refuse(status: number): void {
    this.refused[status] = (this.refused[status] ?? 0) + 1;
  }
}
