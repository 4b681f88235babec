/**
 * The other end of a channel over a process, worked from the test: what it is told on the socket it does, and what it
 * hears it tells.
 *
 * Started with the path of the socket as its argument.
 */
import { connect } from 'node:net';

import { lineChannel } from '@acp-stack/rpc';
import { stdio } from '@acp-stack/stdio';

const socket = connect(process.argv[2]);
const control = lineChannel(
  {
    start: (onData, onEnd) => {
      socket.on('data', onData);
      socket.once('close', () => onEnd());
    },
    pause: () => undefined,
    resume: () => undefined,
  },
  {
    write: (text, onTaken) => void socket.write(text, () => onTaken()),
    end: () => Promise.resolve(),
    destroy: () => socket.destroy(),
  },
);
const channel = stdio({ exitGrace: Infinity });
/** Whatever the channel did. */
let events = 0;
const tell = (event) => {
  events += 1;
  control.send(event);
};

const orders = {
  open: () =>
    channel.open({
      receive: (message, text) => tell({ event: 'receive', message, text }),
      reject: (problem) => tell({ event: 'reject', problem }),
      ended: (error) => tell({ event: 'ended', error: error?.message }),
    }),
  send: ({ message, text }) => void channel.send(message, text),
  pause: () => channel.pause(),
  resume: () => channel.resume(),
  end: async ({ id }) => {
    await channel.end();
    tell({ event: 'done', id });
  },
  destroy: () => channel.destroy(),
  /** Answers after a few turns, with what was done and how much there is to do. */
  look: ({ id }) => {
    let turns = 3;
    const turn = () => {
      turns -= 1;
      if (turns > 0) setImmediate(turn);
      else {
        const { bytesRead } = process.stdin;
        control.send({ event: 'seen', id, events, bytesRead, unsentBytes: channel.unsentBytes });
      }
    };
    setImmediate(turn);
  },
};

control.open({
  receive: (order) => void orders[order.order](order),
  reject: () => undefined,
  // The test is over.
  ended: () => process.exit(),
});
