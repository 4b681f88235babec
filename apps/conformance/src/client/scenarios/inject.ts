/** What a client injects into work that is under way. */
import { fieldsOf, type Fields } from '../../conversation/message.ts';
import type { ClientScenario } from '../client-scenario.ts';

/** The types of content that every agent takes. */
const usual = ['text', 'resource_link'];

const typesIn = ({ params }: Fields): readonly string[] => {
  const { content } = fieldsOf(params);
  return Array.isArray(content) ? content.map((block) => String(fieldsOf(block)['type'])) : [];
};

/** The scenarios about injected messages. */
export const injectScenarios: readonly ClientScenario[] = [
  {
    name: 'inject/content',
    about: 'Takes injected messages but no images or files, and looks at what the client injects.',
    versions: [2],
    decides: ['INJ-23'],
    run: async (stage) => {
      const play = await stage.prompted({ capabilities: { session: { inject: { modes: ['queue'] } } } });
      await stage.stays(play);
      play.finish();
      const injected = play.conversation.requests('session/inject');
      const other = injected.flatMap(typesIn).filter((type) => !usual.includes(type));
      if (injected.length === 0) stage.notTested('INJ-23', 'It injects no message by itself.');
      else stage.check('INJ-23', other.length === 0, `It injected content of the types ${other.join(', ')}.`);
    },
  },
];
