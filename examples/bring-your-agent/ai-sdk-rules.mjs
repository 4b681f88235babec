/** For `node --import`: a model of the AI SDK that is only named, such as 'anthropic/claude-sonnet-4.5', follows the rules. */
import { model } from './ai-sdk-model.mjs';

globalThis.AI_SDK_DEFAULT_PROVIDER = { languageModel: () => model };
