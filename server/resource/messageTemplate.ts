import { judgeWords, messageTemplates, templateKindOf } from '../../contract/domain/messages';
import { joined, textIn } from '../../contract/domain/text';
import { messageTemplate } from '../../contract/modules/resource/messageTemplate';
import { defineServerModule } from '../engine/serverModule';
import { Refusal, refuse } from '../kernel/errors';
import { wordsIn } from '../messages/words';

export default defineServerModule(messageTemplate, {
  table: 'message_template',
  unstored: ['places'],
  defaultSort: [['kind', 'asc']],

  /** With the words that are sent, and the placeholders that they may have. */
  showing(row, { language }) {
    const kind = templateKindOf(row.kind);
    if (!kind) return row;
    const { words, subject } = wordsIn(kind, { ...row, language: row.language ?? 1 });
    const places = Object.entries(messageTemplates[kind].places).map(
      ([name, meaning]) => `{${name}} ${textIn(meaning, language)}`,
    );
    return { ...row, words, subject, places: joined(places, language) };
  },

  async saving(next) {
    const kind = templateKindOf(next.kind) ?? refuse('notFound');
    const { isPrompt, words, subject } = messageTemplates[kind];
    if (isPrompt && next.isOn !== 1) throw new Refusal('message.alwaysOn', {}, { isOn: 'invalid' });
    const fault = next.words ? judgeWords(kind, next.words) : undefined;
    if (fault) {
      const name = 'name' in fault ? fault.name : '';
      throw new Refusal(`message.${fault.problem}Place`, { name }, { words: 'badFormat' });
    }
    // What the product says is not stored, so that it follows the product and the language.
    const isOurs = (said: string | null, { zh, en }: { zh: string; en: string }) => said === zh || said === en;
    return {
      words: next.words && !isOurs(next.words, words) ? next.words : null,
      subject: next.subject && !isOurs(next.subject, subject) ? next.subject : null,
    };
  },
});
