/** What the messages of a tenant say. */
import {
  maskedValues,
  messageKinds,
  messageTemplates,
  placesIn,
  type TemplateKind,
  templateKinds,
} from '../../contract/domain/messages';
import { filledIn, textIn } from '../../contract/domain/text';
import { templateLanguages } from '../../contract/modules/resource/messageTemplate';
import type { Trx } from '../kernel/database';
import type { Ground } from './services';

/** The text of a message, whole and as a log may show it. */
export interface Words {
  text: string;
  shown: string;
  subject: string;
  templateId: string | null;
  values: (readonly [name: string, value: string])[];
}

interface Own {
  is_on: number;
  language: number;
  words: string | null;
  subject: string | null;
  template_id: string | null;
}

/** The words of a template's row: its own, or those of the product in its language. */
export function wordsIn(kind: TemplateKind, own: Pick<Own, 'language' | 'words' | 'subject'> | undefined) {
  const { words, subject } = messageTemplates[kind];
  const language = own?.language === templateLanguages.en ? 'en' : 'zh';
  return { words: own?.words || textIn(words, language), subject: own?.subject || textIn(subject, language) };
}

/** A tenant's template of a kind: whether it is sent, and its words with given values. */
export interface Template {
  isOn: boolean;
  /** Signed with a name as short messages are: `【name】…`. */
  words(values: Readonly<Record<string, string>>, signature: string): Words;
}

export async function templateOf(
  { trx, tenantId }: Pick<Ground, 'trx' | 'tenantId'>,
  kind: TemplateKind,
): Promise<Template> {
  const own: Own | undefined = await trx
    .selectFrom('message_template')
    .select(['is_on', 'language', 'words', 'subject', 'template_id'])
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', messageKinds[kind])
    .where('is_deleted', '=', 0)
    .executeTakeFirst();
  const { words, subject } = wordsIn(kind, own);
  return {
    isOn: messageTemplates[kind].isPrompt || own?.is_on === 1,
    words(values, signature) {
      const signed = (of: Readonly<Record<string, string>>) => `【${signature}】${filledIn(words, of)}`;
      return {
        text: signed(values),
        shown: signed(maskedValues(kind, values)).slice(0, 1000),
        subject,
        templateId: own?.template_id ?? null,
        values: placesIn(words).map((name) => [name, values[name] ?? ''] as const),
      };
    },
  };
}

/** Gives the tenant the templates that it does not have. Reminders are off until a person switches them on. */
export async function keepTemplates(trx: Trx, tenantId: string, newId: () => string, time: string): Promise<void> {
  await trx
    .insertInto('message_template')
    .values(
      templateKinds.map((kind) => ({
        id: newId(),
        tenant_id: tenantId,
        kind: messageKinds[kind],
        is_on: messageTemplates[kind].isPrompt ? 1 : 0,
        create_time: time,
        update_time: time,
      })),
    )
    .onConflict((on) => on.columns(['tenant_id', 'kind']).doNothing())
    .execute();
}
