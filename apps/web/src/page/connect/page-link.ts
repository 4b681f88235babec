/** How the page reaches its program: over WebSockets in a browser, over messages in the webview of an editor. */
import { webSocket } from '@acp-stack/http';
import type { Channel } from '@acp-stack/rpc';

import { ChannelOpener, type FramePort } from '../../frames/framed-channels.ts';
import { hubAddress, pageToken, socketAddress, takeSecret } from './page-token.ts';

/** The way to the program. */
export interface PageLink {
  /** Opens a connection to the endpoint at `path`; `/acp` by default. */
  readonly connect: (path?: string) => Promise<Channel>;
  /** The address that other people use for the hub; undefined if nobody else can reach it. */
  readonly hubAddress: string | undefined;
}

interface EditorWindow {
  readonly acquireVsCodeApi?: () => { readonly postMessage: (message: unknown) => void };
}

let port: FramePort | undefined;

/** The messages to and from the editor that shows this page; undefined in a browser. */
export function editorPort(): FramePort | undefined {
  if (port !== undefined) return port;
  // It may be called once only.
  const api = (globalThis as EditorWindow).acquireVsCodeApi?.();
  if (api === undefined) return undefined;
  port = {
    post: (message) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the function of an editor takes no origin.
      api.postMessage(message);
    },
    listen: (listener) => {
      const hear = ({ data }: MessageEvent): void => {
        listener(data);
      };
      globalThis.addEventListener('message', hear);
      return () => {
        globalThis.removeEventListener('message', hear);
      };
    },
  };
  return port;
}

/** Whether an editor shows this page. */
export const isInEditor = (): boolean => editorPort() !== undefined;

/** Finds the way; rejects with a `NoTokenError` if the user has to open a new address. */
export async function pageLink(location: Location, history: History): Promise<PageLink> {
  const editor = editorPort();
  if (editor !== undefined) {
    const opener = new ChannelOpener(editor);
    return { connect: (path = '/acp') => Promise.resolve(opener.open(path)), hubAddress: undefined };
  }
  // Before anything else, so that the secret is not in the address for longer than it has to be.
  const token = await pageToken(takeSecret(location, history));
  return {
    // A ticket is valid once, so that a dropped connection is opened anew and not continued.
    connect: async (path) => webSocket(await socketAddress(token, path), { reconnect: false }),
    get hubAddress() {
      return hubAddress();
    },
  };
}
