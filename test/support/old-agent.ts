/** An agent of version 1 without a program: it answers what a session needs, and asks the client for anything. */
import type { Channel } from '@acp-stack/rpc';

import { RawPeer } from './raw-peer.ts';

type Message = Awaited<ReturnType<RawPeer['request']>>;

export class OldAgent {
  readonly peer: RawPeer;

  constructor(channel: Channel) {
    this.peer = new RawPeer(channel)
      .whenever('initialize', () => ({
        protocolVersion: 1,
        agentCapabilities: {},
        agentInfo: { name: 'florist', version: '1.0.0' },
      }))
      .whenever('session/new', () => ({ sessionId: 's' }))
      .endsWithPeer();
  }

  /** Does `work` for the first prompt, then ends the turn. */
  onPrompt(work: () => Promise<void>): void {
    const stop = this.peer.watch(() => {
      const prompt = this.peer.received.find(({ method }) => method === 'session/prompt');
      if (prompt === undefined) return;
      stop();
      void work().then(() => this.peer.send({ id: prompt.id, result: { stopReason: 'end_turn' } }));
    });
  }

  /** What the client says that it can do. */
  get offered(): { readonly fs?: object; readonly terminal?: boolean } {
    const { params } = this.peer.find('initialize');
    return (params as { clientCapabilities: object }).clientCapabilities;
  }

  /** Asks the client in the session. */
  ask(method: string, params: object = {}): Promise<Message> {
    return this.peer.request(method, { sessionId: 's', ...params });
  }

  readonly read = (path: string): Promise<Message> => this.ask('fs/read_text_file', { path });

  readonly write = (path: string, content: string): Promise<Message> =>
    this.ask('fs/write_text_file', { path, content });

  /** Runs a command to its end; resolves with the answer to `terminal/create`. */
  async run(command: string, args: readonly string[], more: object = {}): Promise<Message> {
    const answer = await this.ask('terminal/create', { command, args, ...more });
    const { terminalId } = Object(answer.result) as { terminalId?: string };
    if (terminalId !== undefined) await this.ask('terminal/wait_for_exit', { terminalId });
    return answer;
  }

  /** Asks for permission; resolves with the option that was chosen. */
  async askPermission(toolCall: object): Promise<unknown> {
    const options = [
      { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
    ];
    const { result } = await this.ask('session/request_permission', {
      toolCall: { toolCallId: 't', title: 'Work', ...toolCall },
      options,
    });
    return (Object(result) as { outcome?: { optionId?: string } }).outcome?.optionId;
  }
}
