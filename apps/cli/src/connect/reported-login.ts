/** Whether the user is logged in, as the agent reports it: when asked, or by itself after it has started. */
import type { Client, ClientConnection } from '@acp-stack/sdk';
import { authStatusUpdateMethod, readAuthStatusUpdate, type AuthStatusUpdate } from '@acp-stack/workspace/client';

/** Milliseconds to wait for an agent that may report it by itself. */
const patience = 1000;

interface Account {
  readonly label: string;
  readonly active?: boolean | null;
}

/** What is known about the login. */
interface LoginReport {
  readonly state: string;
  readonly accounts: readonly Account[];
}

export class ReportedLogin {
  #update: AuthStatusUpdate | undefined;
  #heard: () => void = () => undefined;

  /** Listens for reports; called before the agent is connected. */
  listen(app: Client): void {
    app.onNotification(authStatusUpdateMethod, readAuthStatusUpdate, (update) => {
      this.#update = update ?? this.#update;
      if (this.#update !== undefined) this.#heard();
    });
  }

  /** Asks the agent, or waits a moment for its report; undefined if it does not report anything. */
  async of(connection: ClientConnection): Promise<LoginReport | undefined> {
    if (connection.supports('auth.status')) {
      const { state, accounts } = await connection.authStatus();
      return { state, accounts: accounts ?? [] };
    }
    // An agent without login methods has nothing to report.
    if (connection.authMethods.length > 0) await this.#wait();
    if (this.#update === undefined) return undefined;
    const { state, label } = this.#update;
    const isAccount = state === 'authenticated' && label !== undefined;
    return { state, accounts: isAccount ? [{ label, active: true }] : [] };
  }

  #wait(): Promise<void> {
    if (this.#update !== undefined) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patience);
      this.#heard = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
