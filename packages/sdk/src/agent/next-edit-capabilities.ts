/** The capabilities of an agent with next edit suggestions (draft, X-10). */
import type {
  AgentCapabilities,
  ClientCapabilities,
  NesCapabilities,
  NesContextCapabilities,
  PositionEncodingKind,
  TextDocumentSyncKind,
} from '@acp-stack/schema/v2/unstable';

/** Options of next edit suggestions. */
export interface NesOffer {
  /** The context that the client sends with each request; none when absent. */
  readonly context?: NesContextCapabilities;
  /** Whether the client sends changes or whole documents; changes when absent. */
  readonly syncKind?: TextDocumentSyncKind;
  /** The position encodings that the agent supports; `utf-16` when absent. */
  readonly positionEncodings?: readonly PositionEncodingKind[];
}

const requests = ['nes/start', 'nes/suggest', 'nes/close'] as const;
const prefix = 'document/';

/** What is advertised for the methods that have a handler; undefined if none is about suggestions. */
export function nesCapabilities(methods: ReadonlySet<string>, offer: NesOffer): NesCapabilities | undefined {
  if (!requests.some((method) => methods.has(method))) return undefined;
  const events = [...methods].filter((method) => method.startsWith(prefix));
  const document = Object.fromEntries(
    events.map((method) => {
      const event = method.slice(prefix.length);
      return [event, event === 'didChange' ? { syncKind: offer.syncKind ?? 'incremental' } : {}];
    }),
  );
  return {
    ...(events.length === 0 ? {} : { events: { document } }),
    ...(offer.context === undefined ? {} : { context: offer.context }),
  };
}

/** The capabilities with the first position encoding of the client's list that the agent supports (NES-08). */
export function withPositionEncoding(
  capabilities: AgentCapabilities,
  { positionEncodings: offered = [] }: ClientCapabilities,
  supported: readonly PositionEncodingKind[] = ['utf-16'],
): AgentCapabilities {
  if (capabilities.nes === undefined) return capabilities;
  const positionEncoding = offered.find((encoding) => supported.includes(encoding));
  return positionEncoding === undefined ? capabilities : { ...capabilities, positionEncoding };
}
