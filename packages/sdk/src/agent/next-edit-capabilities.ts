/** What an agent with next edit suggestions says about itself (draft, X-10). */
import type {
  AgentCapabilities,
  ClientCapabilities,
  NesCapabilities,
  NesContextCapabilities,
  PositionEncodingKind,
  TextDocumentSyncKind,
} from '@acp-stack/schema/v2/unstable';

/** What next edit suggestions need, besides what the handlers of an agent say. */
export interface NesOffer {
  /** What the client sends along with each request; nothing when absent. */
  readonly context?: NesContextCapabilities;
  /** How much of a changed document the agent wants; only the changes when absent. */
  readonly syncKind?: TextDocumentSyncKind;
  /** The ways of counting positions that the agent can do; `utf-16` when absent. */
  readonly positionEncodings?: readonly PositionEncodingKind[];
}

const requests = ['nes/start', 'nes/suggest', 'nes/close'] as const;
const prefix = 'document/';

/** What is advertised for the methods that have a handler; undefined when none is about suggestions. */
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

/** The capabilities with the first encoding of the client's list that is also in ours (NES-08). */
export function withPositionEncoding(
  capabilities: AgentCapabilities,
  { positionEncodings: offered = [] }: ClientCapabilities,
  supported: readonly PositionEncodingKind[] = ['utf-16'],
): AgentCapabilities {
  if (capabilities.nes === undefined) return capabilities;
  const positionEncoding = offered.find((encoding) => supported.includes(encoding));
  return positionEncoding === undefined ? capabilities : { ...capabilities, positionEncoding };
}
