/** A client that only initializes a connection: the tap of the inspector answers what the agent asks. */
import { client, type Client } from '@acp-stack/sdk';

const unreachable = (): never => {
  throw new Error('The inspector answers requests of the agent before its client sees them.');
};

/** The client; `isOpen` offers files, terminals, forms and pages, because all of them can be answered by hand. */
export function initializingClient(version: string, isOpen: boolean): Client {
  const app = client({ name: 'acp', title: 'acp-stack', version });
  if (!isOpen) return app;
  return app
    .onElicitation({ form: unreachable, url: unreachable })
    .onFiles({ readText: unreachable, writeText: unreachable })
    .onTerminals({
      create: unreachable,
      output: unreachable,
      waitForExit: unreachable,
      kill: unreachable,
      release: unreachable,
    });
}
