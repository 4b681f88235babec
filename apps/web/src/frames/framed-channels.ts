/**
 * Channels over the messages between a page in a frame and the program around it, such as an editor.
 *
 * A page opens a channel to an endpoint by its path. Both sides number frames by the channel, which the page has
 * chosen; what is not a frame of ours is ignored, because others may use the same messages.
 */
import { memoryPair, type Channel } from '@acp-stack/rpc';

/** The messages between the two. */
export interface FramePort {
  /** Sends a message to the other side. */
  readonly post: (message: unknown) => void;
  /** Calls `listener` with each message of the other side; returns how to stop. */
  readonly listen: (listener: (message: unknown) => void) => () => void;
}

type Frame =
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'end' }
  | { readonly kind: 'destroy'; readonly reason: string };

type NumberedFrame = Frame & { readonly acpChannel: number };

/** Channels that a page may have open at once. */
const maxChannels = 64;

/** Opens channels in the page. */
export class ChannelOpener {
  readonly #port: FramePort;
  readonly #channels = new Map<number, Channel>();
  #last = 0;

  constructor(port: FramePort) {
    this.#port = port;
    port.listen((message) => {
      const frame = readFrame(message);
      if (frame === undefined || frame.kind === 'open') return;
      const inner = this.#channels.get(frame.acpChannel);
      if (inner !== undefined) pass(inner, frame);
    });
  }

  /** Opens a channel to the endpoint at `path`. */
  open(path: string): Channel {
    this.#last += 1;
    const number = this.#last;
    const [outer, inner] = memoryPair();
    this.#channels.set(number, inner);
    this.#port.post({ acpChannel: number, kind: 'open', path } satisfies NumberedFrame);
    forward(inner, number, { port: this.#port, onEnd: () => this.#channels.delete(number) });
    return outer;
  }
}

/**
 * Serves the channels that a page opens: `connect` gets each with its path, and throws if there is nothing at the path.
 * Disposing of the result ends them.
 */
export function serveFrames(port: FramePort, connect: (channel: Channel, path: string) => void): Disposable {
  const channels = new Map<number, Channel>();
  const endAll = (): void => {
    for (const inner of channels.values()) inner.destroy();
    channels.clear();
  };
  const open = (number: number, path: string): void => {
    if (channels.has(number) || channels.size >= maxChannels) {
      const reason = 'Too many connections of this page are open; close it and open it again.';
      port.post({ acpChannel: number, kind: 'destroy', reason } satisfies NumberedFrame);
      return;
    }
    const [outer, inner] = memoryPair();
    channels.set(number, inner);
    forward(inner, number, { port, onEnd: () => channels.delete(number) });
    try {
      connect(outer, path);
    } catch (error) {
      outer.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const stop = port.listen((message) => {
    const frame = readFrame(message);
    if (frame === undefined) return;
    if (frame.kind === 'open') {
      open(frame.acpChannel, frame.path);
      return;
    }
    const inner = channels.get(frame.acpChannel);
    if (inner !== undefined) pass(inner, frame);
  });
  return {
    [Symbol.dispose]: () => {
      stop();
      endAll();
    },
  };
}

/** Sends what comes out of a channel as frames. */
function forward(
  inner: Channel,
  number: number,
  { port, onEnd }: { readonly port: FramePort; readonly onEnd: () => void },
): void {
  const post = (frame: Frame): void => {
    port.post({ ...frame, acpChannel: number });
  };
  inner.open({
    receive: (message) => {
      post({ kind: 'message', message });
    },
    reject: () => undefined,
    ended: (error) => {
      onEnd();
      post(error === undefined ? { kind: 'end' } : { kind: 'destroy', reason: error.message });
    },
  });
}

/** Puts a frame into a channel, unless that has ended meanwhile. */
function pass(inner: Channel, frame: Exclude<Frame, { readonly kind: 'open' }>): void {
  try {
    if (frame.kind === 'message') inner.send(frame.message);
    else if (frame.kind === 'end') void inner.end();
    else inner.destroy(new Error(frame.reason));
  } catch {
    // The channel has ended, which the other side is being told.
  }
}

function readFrame(message: unknown): NumberedFrame | undefined {
  const fields = Object(message) as Readonly<Record<string, unknown>>;
  const { acpChannel, kind, path, reason } = fields;
  if (!Number.isSafeInteger(acpChannel)) return undefined;
  const number = acpChannel as number;
  if (kind === 'open' && typeof path === 'string') return { acpChannel: number, kind, path };
  if (kind === 'message') return { acpChannel: number, kind, message: fields['message'] };
  if (kind === 'end') return { acpChannel: number, kind };
  if (kind === 'destroy')
    return { acpChannel: number, kind, reason: typeof reason === 'string' ? reason : 'It was closed.' };
  return undefined;
}
