/** Byte streams of the web, which are what the peer takes, and our channels over them. */

/** Two byte streams, crossed: what one side writes, the other reads. */
export function crossedStreams() {
  const there = new TransformStream();
  const back = new TransformStream();
  return [
    { readable: back.readable, writable: there.writable },
    { readable: there.readable, writable: back.writable },
  ];
}

/** The bytes of a web stream, as our channels take them. */
export function webSource(readable) {
  const reader = readable.getReader();
  let paused;
  let resume;
  const pump = async (onData, onEnd) => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return onEnd();
      onData(value);
      if (paused !== undefined) await paused;
    }
  };
  return {
    start: (onData, onEnd) => void pump(onData, onEnd).catch(onEnd),
    pause: () => {
      paused ??= new Promise((resolve) => (resume = resolve));
    },
    resume: () => {
      paused = undefined;
      resume?.();
    },
  };
}

export function webSink(writable) {
  const encoder = new TextEncoder();
  const writer = writable.getWriter();
  return {
    write: (text, onTaken) => void writer.write(encoder.encode(text)).then(() => onTaken(), onTaken),
    end: () => writer.close(),
    destroy: (error) => void writer.abort(error).catch(() => undefined),
  };
}
