/** What a page does with a remote agent; it runs where there is no Node. */
import { http, remote, webSocket, type ConnectionReport } from '@acp-stack/http';
import { client } from '@acp-stack/sdk';

/** What the page learned. */
export interface Visit {
  readonly said: string;
  readonly reports: readonly string[];
}

const transports = { http, remote, webSocket };

/** Asks the agent at `url` something. */
export async function visit(url: string, transport: keyof typeof transports): Promise<Visit> {
  const reports: string[] = [];
  const onReport = ({ kind }: ConnectionReport): void => void reports.push(kind);
  const channel = transports[transport](url, { onReport, reconnect: { first: 1, longest: 5 } });
  const connection = await client({ name: 'page', version: '1.0.0' }).connect(channel);
  const session = await connection.newSession({ cwd: '/garden' });
  let said = '';
  for await (const update of session.prompt('Count')) {
    const { content } = update as { readonly content?: { readonly text?: string } };
    if (update.sessionUpdate === 'agent_message_chunk') said += content?.text ?? '';
  }
  await connection.close();
  return { said, reports };
}
