/** What a program has registered with a client, as it is handed to each connection. */
import type { ClientCapabilities, Implementation } from '@acp-stack/schema/v2/unstable';

import type { Connection, NotificationHandlerContext } from '../connection/connection.ts';
import type { ReceivedParams } from '../connection/method-types.ts';
import type { EditorHandlers } from './editor-state.ts';
import type { ElicitationHandlers } from './elicitation.ts';
import type { FileAndTerminalHandlers } from './files-and-terminals.ts';
import type { ChannelWrapper } from '../shared/channel-wrapper.ts';
import type { OpeningHook } from './opening-hooks.ts';
import type { PermissionHandler, UpdateHandler } from './session/client-session.ts';

/** The handlers and the description of a client. */
export interface ClientSetup {
  readonly info: Implementation;
  readonly capabilities: ClientCapabilities;
  readonly onPermission: PermissionHandler | undefined;
  readonly onUpdate: readonly UpdateHandler[];
  /** Called with every update as it arrives, before any session. */
  readonly onRawUpdate: RawUpdateHandler | undefined;
  readonly elicitation: ElicitationHandlers | undefined;
  readonly editor: EditorHandlers;
  readonly filesAndTerminals: FileAndTerminalHandlers;
  /** Whether the program handles `session/request_permission` itself. */
  readonly hasRawPermissionHandler: boolean;
  /** Called before each session is opened. */
  readonly openingHooks: readonly OpeningHook[];
  /** Wraps the channel of each connection. */
  readonly wrapChannel: ChannelWrapper;
  /** Registers the program's other handlers. */
  readonly register: (connection: Connection<'client'>) => void;
}

/** A handler of `session/update` notifications. */
export type RawUpdateHandler = (
  params: ReceivedParams<'session/update'>,
  context: NotificationHandlerContext<'client'>,
) => void | Promise<void>;
