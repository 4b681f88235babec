/** What a server has done, as numbers for whoever watches it. */

export interface HttpCounters {
  /** Connections that are there now, over HTTP and WebSocket. */
  readonly connections: number;
  /** Streams of events that somebody reads now. */
  readonly streams: number;
  /** WebSockets that are open now. */
  readonly webSockets: number;
  /** Connections that were ever made. */
  readonly connectionsOpened: number;
  /** Messages of clients that were taken. */
  readonly messagesReceived: number;
  /** Messages for clients; one that is sent again counts once. */
  readonly messagesSent: number;
  /** Streams and sockets that were taken up again where they were left. */
  readonly resumed: number;
  /** Clients that came back too late. */
  readonly historyLost: number;
  /** Streams and sockets that were cut because their client read too slowly, or was gone without a word. */
  readonly cut: number;
  /** Sockets that were turned away before they said anything; 0 where another server has the sockets. */
  readonly socketsRefused: number;
  /** Refused requests by status. */
  readonly refused: Readonly<Record<number, number>>;
}

/** The counters that only grow, as they are counted. */
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
