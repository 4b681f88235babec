/**
 * One connection of an agent to an offered MCP server: the server that was made for it, and the messages in between.
 *
 * Requests fail with an error of the binding if a limit is reached, if they are cancelled, or if the server ends
 * without an answer (MCP-07). Messages of the server that are too long are never sent.
 */
import { RpcError } from '@acp-stack/rpc';

import { CallTransport, type McpAnswer, type McpCalls, type ReceivedRequest } from '../transport/call-transport.ts';
import type { McpParams } from '../transport/mcp-transport.ts';
import { backendFailed, bindingError, duplicateRequest, limitReached } from './binding-error.ts';
import { isLongerThan } from './mcp-limits.ts';
import type { Registration } from './server-registry.ts';

/** The calls of a connection, or of requests that name the server. */
export interface FormedCalls extends McpCalls {
  readonly form: 'connection' | 'server';
}

export class ServedConnection {
  readonly #registration: Registration;
  readonly #transport: CallTransport;

  private constructor(registration: Registration, transport: CallTransport) {
    this.#registration = registration;
    this.#transport = transport;
  }

  /** Starts a server; its messages go to `calls`, and `onClosed` is called once when the connection has ended. */
  static async open(
    registration: Registration,
    calls: FormedCalls,
    onClosed: (failure: RpcError | undefined) => void,
  ): Promise<ServedConnection> {
    const { server, releases } = registration;
    const transport = new CallTransport(limited(registration, calls));
    const connection = new ServedConnection(registration, transport);
    const release = (): void => {
      connection.close();
    };
    releases.add(release);
    const ended = (): void => {
      releases.delete(release);
      onClosed(connection.failure);
    };
    try {
      const info = {
        form: calls.form,
        get sessionId(): string | undefined {
          return registration.sessionId;
        },
      };
      await server.connect(transport, info);
    } catch (error) {
      transport.end(error as Error);
      releases.delete(release);
      throw error instanceof RpcError ? error : backendFailed(server.name, error);
    }
    const { onclose } = transport;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is not an event target
    transport.onclose = () => {
      ended();
      onclose?.();
    };
    if (transport.isClosed) ended();
    return connection;
  }

  /** Whether the connection has ended. */
  get isClosed(): boolean {
    return this.#transport.isClosed;
  }

  /** What the server has failed with; undefined if it has not, or has not said why. */
  get failure(): RpcError | undefined {
    const { failure } = this.#transport;
    return failure === undefined ? undefined : backendFailed(this.#registration.server.name, failure);
  }

  /** Resolves with what the server answers; rejects with an error of the binding. */
  async request(request: ReceivedRequest): Promise<McpAnswer> {
    const { limits, server } = this.#registration;
    const { id, signal, method } = request;
    if (id !== undefined && this.#transport.isPending(id)) throw duplicateRequest(id);
    if (this.#transport.pending >= limits.requests)
      throw limitReached(`The MCP server ${server.name} has ${limits.requests} unanswered requests.`, 'requests');
    let answer: McpAnswer;
    try {
      answer = await this.#transport.request(request);
    } catch (error) {
      throw bindingError(server.name, error, signal);
    }
    if (isLongerThan(answer, limits.messageLength)) throw tooLong(server.name, method, limits.messageLength);
    return answer;
  }

  notification(method: string, params: McpParams | undefined): void {
    this.#transport.notification(method, params);
  }

  /** Ends the connection and its server. */
  close(): void {
    this.#transport.end(new Error('the connection was closed'));
  }
}

const tooLong = (name: string, method: string, length: number): RpcError =>
  limitReached(`The MCP server ${name} answered ${method} with more than ${length} characters.`, 'messageLength');

/** Requests and notifications of the server that are too long stay here; a request fails, a notification is dropped. */
function limited({ server, limits: { messageLength } }: Registration, calls: McpCalls): McpCalls {
  return {
    ...calls,
    request: (request) => {
      if (isLongerThan(request.params, messageLength)) throw tooLong(server.name, request.method, messageLength);
      return calls.request(request);
    },
    notify: (method, params, options) =>
      isLongerThan(params, messageLength) ? undefined : calls.notify(method, params, options),
  };
}
