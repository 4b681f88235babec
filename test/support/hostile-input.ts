/**
 * Hostile input: malformed WebSocket frames, HTTP/2 frames and HTTP/1.1 requests, and floods of well-formed ones.
 *
 * Everything comes from a seed, so that what went wrong once can be tried again.
 */

/** Numbers that look random and are the same for the same seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number below `limit`. */
  below(limit: number): number {
    // A linear congruential generator; its high bits are good enough to choose with.
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    return from[this.below(from.length)] ?? from[0];
  }

  bytes(size: number): Buffer {
    return Buffer.from(Array.from({ length: size }, () => this.below(256)));
  }
}

/** What is written on one socket. */
export interface Attack {
  readonly name: string;
  readonly bytes: Buffer;
}

/** An attack on the server at `host`. */
export function attack(dice: Dice, host: string): Attack {
  return dice.pick<(dice: Dice, host: string) => Attack>([
    webSocketFrames,
    webSocketFrames,
    webSocketHandshake,
    http2Frames,
    http2Frames,
    http2Frames,
    http2Flood,
    http1Request,
  ])(dice, host);
}

const handshake = (host: string, changes: Readonly<Record<string, string | undefined>> = {}): Buffer => {
  const headers: Record<string, string | undefined> = {
    host,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...changes,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return Buffer.from(`GET /acp HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1');
};

const initialize = Buffer.from(
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{}}}',
);

/** A frame of a client, masked with zeros where it is masked. */
function frame(first: number, payload: Buffer, isMasked = true): Buffer {
  const bit = isMasked ? 0x80 : 0;
  let head: Buffer;
  if (payload.length < 126) head = Buffer.from([first, bit | payload.length]);
  else if (payload.length < 65_536) {
    head = Buffer.from([first, bit | 126, 0, 0]);
    head.writeUInt16BE(payload.length, 2);
  } else {
    head = Buffer.alloc(10);
    head[0] = first;
    head[1] = bit | 127;
    head.writeBigUInt64BE(BigInt(payload.length), 2);
  }
  return Buffer.concat([head, isMasked ? Buffer.alloc(4) : Buffer.alloc(0), payload]);
}

function webSocketFrames(dice: Dice, host: string): Attack {
  const frames: Buffer[] = [handshake(host)];
  if (dice.chance(60)) frames.push(frame(0x81, initialize));
  const count = 1 + dice.below(6);
  for (let n = 0; n < count; n += 1) frames.push(webSocketFrame(dice));
  return { name: 'WebSocket frames', bytes: Buffer.concat(frames) };
}

function webSocketFrame(dice: Dice): Buffer {
  return dice.pick<() => Buffer>([
    // Any opcode, any reserved bits.
    () => frame(dice.below(256), dice.bytes(dice.below(40)), dice.chance(70)),
    // A length that is only claimed.
    () => Buffer.concat([Buffer.from([0x81, 0xff]), dice.bytes(8), dice.bytes(dice.below(30))]),
    () => Buffer.from([0x82, 0xfe, 0xff]),
    // Text that is not UTF-8, and text that is not a message.
    () => frame(0x81, Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80])),
    () =>
      frame(0x81, Buffer.from(dice.pick(['{', '[]', 'null', '"x"', '{"jsonrpc":"2.0"}', '{"id":{}}', '[[[[[['])), true),
    () => frame(0x81, Buffer.from('['.repeat(5000) + ']'.repeat(5000))),
    // Control frames that are too long, or in pieces.
    () => frame(0x89, dice.bytes(126)),
    () => frame(0x09, dice.bytes(4)),
    // Continuations of nothing, and beginnings without an end.
    () => frame(0x00, dice.bytes(4)),
    () => Buffer.concat(Array.from({ length: 50 }, () => frame(0x01, dice.bytes(3)))),
    // Close frames with codes that are not for the wire.
    () => frame(0x88, Buffer.from([dice.below(256), dice.below(256), dice.below(256)])),
    () => frame(0x88, Buffer.from([3])),
    // Floods.
    () => Buffer.concat(Array.from({ length: 2000 }, () => frame(0x89, Buffer.alloc(0)))),
    () => Buffer.concat(Array.from({ length: 3000 }, () => frame(0x00, Buffer.alloc(0)))),
    () => dice.bytes(200),
  ])();
}

function webSocketHandshake(dice: Dice, host: string): Attack {
  const changes = dice.pick<Readonly<Record<string, string | undefined>>>([
    { 'sec-websocket-key': undefined },
    { 'sec-websocket-key': 'short' },
    { 'sec-websocket-version': '99' },
    { 'sec-websocket-version': undefined },
    { upgrade: 'websocket, other' },
    { upgrade: 'h2c', 'http2-settings': '!!' },
    { connection: 'Upgrade, Upgrade', 'sec-websocket-protocol': ',,,' },
    { 'sec-websocket-extensions': 'permessage-deflate; server_max_window_bits=99' },
    { host: 'evil.example' },
    { origin: 'http://evil.example' },
  ]);
  return { name: 'WebSocket handshake', bytes: Buffer.concat([handshake(host, changes), dice.bytes(dice.below(50))]) };
}

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');

interface Http2Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload?: Buffer;
  /** What the frame says it carries. */
  readonly claimed?: number;
}

function http2Frame({ type, flags, stream, payload = Buffer.alloc(0), claimed = payload.length }: Http2Frame): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(claimed, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

const settings = http2Frame({ type: 4, flags: 0, stream: 0 });

/** A well-formed POST to the endpoint, without its body. */
const postHeaders = (host: string): Buffer =>
  Buffer.concat([
    Buffer.from([0x83, 0x86, 0x44, 4]),
    Buffer.from('/acp'),
    Buffer.from([0x41, host.length]),
    Buffer.from(host),
    Buffer.from([0x5f, 16]),
    Buffer.from('application/json'),
  ]);

function http2Frames(dice: Dice, host: string): Attack {
  const parts: Buffer[] = dice.chance(90) ? [preface] : [preface.subarray(0, dice.below(preface.length))];
  if (dice.chance(90)) parts.push(settings);
  const count = 1 + dice.below(12);
  for (let n = 0; n < count; n += 1) parts.push(malformedHttp2Frame(dice, host));
  return { name: 'HTTP/2 frames', bytes: Buffer.concat(parts) };
}

function malformedHttp2Frame(dice: Dice, host: string): Buffer {
  return dice.pick<() => Buffer>([
    // Anything at all.
    () =>
      http2Frame({
        type: dice.below(12),
        flags: dice.below(256),
        stream: dice.below(20),
        payload: dice.bytes(dice.below(60)),
      }),
    // Frames that claim more than they carry, or more than is allowed.
    () =>
      http2Frame({ type: dice.below(10), flags: 0, stream: 1, payload: dice.bytes(20), claimed: dice.below(2 ** 24) }),
    // Headers that cannot be decoded, that lack what they need, or that are on the wrong stream.
    () => http2Frame({ type: 1, flags: 4, stream: 1 + 2 * dice.below(10), payload: dice.bytes(dice.below(80)) }),
    () => http2Frame({ type: 1, flags: 5, stream: dice.below(9), payload: postHeaders(host) }),
    () => http2Frame({ type: 1, flags: 4, stream: 3, payload: Buffer.from([0x83, 0x84]) }),
    // Data for a stream that does not exist, and a body that is not a message.
    () => http2Frame({ type: 0, flags: 1, stream: 1 + 2 * dice.below(50), payload: dice.bytes(50) }),
    () =>
      Buffer.concat([
        http2Frame({ type: 1, flags: 4, stream: 101, payload: postHeaders(host) }),
        http2Frame({ type: 0, flags: 1, stream: 101, payload: dice.bytes(100) }),
      ]),
    // Windows of no size and of too much.
    () => http2Frame({ type: 8, flags: 0, stream: dice.below(3), payload: Buffer.alloc(4) }),
    () => http2Frame({ type: 8, flags: 0, stream: 0, payload: Buffer.from([0x7f, 0xff, 0xff, 0xff]) }),
    // Settings that make no sense.
    () => http2Frame({ type: 4, flags: 0, stream: dice.below(2), payload: dice.bytes(6 * dice.below(4)) }),
    () => http2Frame({ type: 4, flags: 0, stream: 0, payload: dice.bytes(5) }),
    // Priorities, pushes and resets of what is not there.
    () =>
      http2Frame({
        type: dice.pick([2, 3, 5, 7, 9]),
        flags: 0,
        stream: dice.below(5),
        payload: dice.bytes(dice.below(9)),
      }),
  ])();
}

/** A connection that begins well, and then says the same again and again. */
const many = (count: number, make: (n: number) => Buffer): Buffer =>
  Buffer.concat([preface, settings, ...Array.from({ length: count }, (_, n) => make(n))]);

function http2Flood(dice: Dice, host: string): Attack {
  return dice.pick<() => Attack>([
    () => ({ name: 'SETTINGS flood', bytes: many(3000, () => settings) }),
    () => ({
      name: 'PING flood',
      bytes: many(3000, () => http2Frame({ type: 6, flags: 0, stream: 0, payload: Buffer.alloc(8) })),
    }),
    () => ({
      name: 'rapid reset',
      bytes: many(2000, (n) =>
        Buffer.concat([
          http2Frame({ type: 1, flags: 4, stream: 2 * n + 1, payload: postHeaders(host) }),
          http2Frame({ type: 3, flags: 0, stream: 2 * n + 1, payload: Buffer.from([0, 0, 0, 8]) }),
        ]),
      ),
    }),
    () => ({
      name: 'CONTINUATION flood',
      bytes: many(1000, (n) =>
        n === 0
          ? http2Frame({ type: 1, flags: 0, stream: 1, payload: postHeaders(host) })
          : http2Frame({ type: 9, flags: 0, stream: 1, payload: Buffer.from([0x40, 1, 0x78, 1, 0x79]) }),
      ),
    }),
    () => ({
      name: 'empty DATA flood',
      bytes: Buffer.concat([
        many(1, () => http2Frame({ type: 1, flags: 4, stream: 1, payload: postHeaders(host) })),
        ...Array.from({ length: 3000 }, () => http2Frame({ type: 0, flags: 0, stream: 1 })),
      ]),
    }),
    () => ({
      name: 'streams without end',
      bytes: many(500, (n) => http2Frame({ type: 1, flags: 4, stream: 2 * n + 1, payload: postHeaders(host) })),
    }),
  ])();
}

function http1Request(dice: Dice, host: string): Attack {
  const head = `POST /acp HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`;
  const text = dice.pick<string>([
    'GET\r\n\r\n',
    'GET /acp HTTP/9.9\r\n\r\n',
    `GET /acp HTTP/1.1\r\n\r\n`,
    `${head}Content-Length: -1\r\n\r\n`,
    `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
    `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n`,
    `${head}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n`,
    `${head}Content-Length: 99999999999999999999\r\n\r\n{}`,
    `${head}Content-Length: 10\r\nContent-Length: 20\r\n\r\n{}`,
    `${head}X: ${'y'.repeat(40_000)}\r\n\r\n`,
    `${head}\0: x\r\n\r\n`,
    `${head}Content-Length: 3\r\n\r\n\xff\xfe\xfd`,
    `${head}Content-Length: 2\r\n\r\n{}`.repeat(50),
    `DELETE /acp HTTP/1.1\r\nHost: ${host}\r\nAcp-Connection-Id: ${'%00'.repeat(100)}\r\n\r\n`,
    `GET /acp HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\nAcp-Connection-Id: __proto__\r\n\r\n`,
    dice.bytes(100).toString('latin1'),
  ]);
  return { name: 'HTTP/1.1 request', bytes: Buffer.from(text, 'latin1') };
}
