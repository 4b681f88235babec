/** How the rules of asking for data are broken (E.18). */
import { isObject } from './matching.ts';
import { inCapabilities, otherIntroduction } from './sabotaged-introduction.ts';
import { asked, consenting, either, resultOf } from './sabotaged-request.ts';
import { incoming, type Sabotages } from './sabotage.ts';
import { fieldsOf, isRequest, without } from './wire-message.ts';

const invalidParams = -32_602;

const create = ['elicitation/create'];

const isNameless = (modes: unknown): boolean => isObject(modes) && Object.keys(modes).length === 0;

/** The switches of E.18. */
export const elicitationSabotages: Sabotages = {
  'ELIC-01': {
    text: 'asks in ways that the client did not offer, and answers those that it did not offer',
    side: 'both',
    break: either(consenting(create, invalidParams, { action: 'cancel' }), (message, wire) =>
      isRequest(message, 'initialize')
        ? otherIntroduction((said) =>
            inCapabilities(said, (capabilities) => ({ ...fieldsOf(capabilities), elicitation: { form: {}, url: {} } })),
          )(message, wire)
        : undefined,
    ),
  },
  'ELIC-02': {
    text: 'does not say in which way it asks',
    side: 'agent',
    break: asked(create, (params) => without(params, 'mode')),
  },
  'ELIC-05': {
    text: 'answers with a word of its own',
    side: 'client',
    break: resultOf(create, (result) => ({ ...result, action: `${String(result['action'])}ed` })),
  },
  'ELIC-06': {
    text: 'takes a question that was dismissed for one that was declined',
    side: 'client',
    break: resultOf(create, (result) => (result['action'] === 'cancel' ? { ...result, action: 'decline' } : result)),
  },
  'ELIC-17': {
    text: 'takes a client that names no mode for one that can show nothing',
    side: 'agent',
    break: incoming((message, wire) =>
      isRequest(message, 'initialize')
        ? otherIntroduction((said) =>
            inCapabilities(said, (capabilities) =>
              isNameless(fieldsOf(capabilities)['elicitation'])
                ? without(fieldsOf(capabilities), 'elicitation')
                : capabilities,
            ),
          )(message, wire)
        : undefined,
    ),
  },
};
