/** The pages in a browser: a client for agents, and an inspector of messages. */
export { pageListener, type PageName, type PageOptions } from './page-listener.ts';
export { ChannelOpener, serveFrames, type FramePort } from '../frames/framed-channels.ts';
export type { PageActionMessage, PageMentionMessage } from '../frames/editor-messages.ts';
export {
  hostMethods,
  hostNotifications,
  type AgentDescription,
  type HostAgent,
  type HostFact,
  type HostFile,
  type HostFolder,
  type HostLoginMethod,
  type HostMethod,
  type HostNotifications,
  type HostParams,
  type HostResults,
  type InstallAnswer,
  type LoginAnswer,
} from '../host-methods.ts';
