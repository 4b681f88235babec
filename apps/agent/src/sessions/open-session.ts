/**
 * Opens a session. All modules that only sessions need are loaded with this one, so that the agent starts without them.
 */
import { SessionController, type SessionControllerInit } from './session-controller.ts';

/** Opens a session; a directory that cannot be used is an error of the client's params. */
export const openSession = (init: SessionControllerInit): Promise<SessionController> => SessionController.open(init);
